import type { GivenHttpOptions } from '@algotheque/http-koa'; // a program without HTTP does not load it
import type { Settings } from '../settings/loadSettings.ts';

/** Where the groups of routes are. */
export const prefixesOf = ({ usersPrefix, algosPrefix, foldersPrefix }: Settings) =>
  ({ users: usersPrefix, algos: algosPrefix, folders: foldersPrefix }) as const;

/** What the routes and pages take from the settings. */
export const httpOptionsOf = (settings: Settings) =>
  ({
    prefixes: prefixesOf(settings),
    maxBodyBytes: settings.bodyMaxBytes,
    maxHeldBytes: settings.bodiesHeldBytes,
    maxImportBytes: settings.importMaxBytes,
    maxHeldImportBytes: 4 * settings.importMaxBytes,
    maxImportUnpackedBytes: 16 * settings.importMaxBytes,
    maxBodyValues: 2 * settings.sourceMaxValues + 10_000, // names count too, and so do the grants in the same body
    corsOrigins: settings.corsOrigins,
    trustedProxies: settings.trustedProxies,
    locale: settings.locale,
    name: settings.name,
    docs: settings.docs,
    ...(settings.url !== null && { publicUrl: settings.url }),
    ...(settings.appUrl !== null && { appUrl: settings.appUrl }),
  }) satisfies GivenHttpOptions;
