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
