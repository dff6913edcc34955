import { accountsSettings } from './accounts.ts';
import { limitsSettings } from './limits.ts';
import { mailsSettings } from './mails.ts';
import { serverSettings } from './server.ts';
import type { Setting } from './setting.ts';
import { sourcesSettings } from './sources.ts';
import { storageSettings } from './storage.ts';

/** All settings, by subject, in the order of the reference page. */
export const SETTINGS = {
  ...serverSettings,
  ...storageSettings,
  ...mailsSettings,
  ...accountsSettings,
  ...limitsSettings,
  ...sourcesSettings,
} as const satisfies Readonly<Record<string, Setting>>;
