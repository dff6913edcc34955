import { closestMatch } from 'leven';
import type * as v from 'valibot';
import { accountsSettings } from './accounts.ts';
import { limitsSettings } from './limits.ts';
import { mailsSettings } from './mails.ts';
import { serverSettings } from './server.ts';
import { sourcesSettings } from './sources.ts';
import { storageSettings } from './storage.ts';

/** The environment, by the names of its variables. */
export type Env = Readonly<Record<string, string | undefined>>;

type Text = v.GenericSchema<string, unknown>;

/** One setting, by the name of its environment variable: the single source of its default, form and meaning. */
export interface Setting {
  readonly meaning: string;
  /** Its default is the value when the variable is absent or empty. Without one there is none, or `meaning` says it. */
  readonly schema: Text | v.OptionalSchema<Text, string>;
  /** True for a value that must never be shown, not even a part of it. */
  readonly secret?: true;
}

/** All settings, by subject, in the order of the reference page. */
export const SETTINGS = {
  ...serverSettings,
  ...storageSettings,
  ...mailsSettings,
  ...accountsSettings,
  ...limitsSettings,
  ...sourcesSettings,
} as const satisfies Readonly<Record<string, Setting>>;

const PREFIX = 'ALGOTHEQUE_';

const NAMES: ReadonlySet<string> = new Set(Object.keys(SETTINGS));

/** A line for each `ALGOTHEQUE_*` that is no setting, with the setting that may be meant. */
export function unknownSettings(env: Env): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !NAMES.has(name) && !isInjected(name, env[name] ?? ''))
    .map((name) => `${name} is not a setting${didYouMean(name)}`);
}

/**
 * Whether Kubernetes and similar systems set the variable in every container, for a service called algotheque. `ALGOTHEQUE_PORT` is
 * theirs only with an address in it; people who write a number there mean `PORT`.
 */
function isInjected(name: string, value: string): boolean {
  if (name === 'ALGOTHEQUE_PORT') return value === '' || /^(?:tcp|udp|sctp):\/\//.test(value);
  return /^ALGOTHEQUE_(?:SERVICE_(?:HOST|PORT(?:_.+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_.+)?)$/.test(name);
}

/** The prefix is not compared: `PORT` and `HOST` have none. A third of the other letters may differ. */
function didYouMean(name: string): string {
  const meant = new Map([...NAMES].map((known) => [bare(known), known]));
  const options = { maxDistance: Math.floor(bare(name).length / 3) };
  const closest = meant.get(closestMatch(bare(name), [...meant.keys()], options) ?? '');
  return closest === undefined ? '' : ` (did you mean ${closest}?)`;
}

const bare = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name);
