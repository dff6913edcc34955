import type * as v from 'valibot';
import { accountsSettings } from './accounts.ts';
import { limitsSettings } from './limits.ts';
import { mailsSettings } from './mails.ts';
import { serverSettings } from './server.ts';
import { sourcesSettings } from './sources.ts';
import { storageSettings } from './storage.ts';

/** The environment, by the names of its variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** One setting, by the name of its environment variable: the single source of its default, form and meaning. */
export interface Setting {
  /** The value when the variable is absent or empty, in the form of the variable. Without it there is none, or `meaning` says it. */
  readonly default?: string;
  readonly meaning: string;
  readonly schema: v.GenericSchema<string, unknown>;
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
