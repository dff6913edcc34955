import { consoleFolder } from '@algotheque/console';
import type { GivenHttpOptions } from '@algotheque/http-koa'; // a program without HTTP does not load it
import type { Prepared } from '../prepare.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { hasConsole } from '../settings/look.ts';

export const prefixesOf = (settings: Settings) =>
  ({
    users: settings.ALGOTHEQUE_USERS_PREFIX,
    algos: settings.ALGOTHEQUE_ALGOS_PREFIX,
    folders: settings.ALGOTHEQUE_FOLDERS_PREFIX,
  }) as const;

export const httpOptionsOf = ({ settings, look }: Pick<Prepared, 'settings' | 'look'>) =>
  ({
    prefixes: prefixesOf(settings),
    maxBodyBytes: settings.ALGOTHEQUE_BODY_MAX_BYTES,
    maxHeldBytes: settings.ALGOTHEQUE_BODIES_HELD_BYTES,
    maxImportBytes: settings.ALGOTHEQUE_IMPORT_MAX_BYTES,
    maxImportUnpackedBytes: 16 * settings.ALGOTHEQUE_IMPORT_MAX_BYTES,
    maxBodyValues: 2 * settings.ALGOTHEQUE_SOURCE_MAX_VALUES + 10_000, // names count too, and so do the grants in the same body
    corsOrigins: settings.ALGOTHEQUE_CORS_ORIGINS,
    trustedProxies: settings.ALGOTHEQUE_TRUSTED_PROXIES,
    locale: settings.ALGOTHEQUE_LOCALE,
    name: settings.ALGOTHEQUE_NAME,
    docs: settings.ALGOTHEQUE_DOCS,
    pages: settings.ALGOTHEQUE_PAGES !== 'none',
    look,
    ...(hasConsole(settings) && { console: consoleFolder }),
    ...(settings.ALGOTHEQUE_URL !== null && { publicUrl: settings.ALGOTHEQUE_URL }),
    ...(settings.ALGOTHEQUE_APP_URL !== null && { appUrl: settings.ALGOTHEQUE_APP_URL }),
  }) satisfies GivenHttpOptions;
