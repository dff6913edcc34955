import { closestMatch } from 'leven';
import { type Env, SETTINGS } from './schema.ts';

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
