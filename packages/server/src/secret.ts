import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrMake } from './keptText.ts';
import { SettingsError } from './settings/loadSettings.ts';
import { errorCode } from './startError.ts';

const MIN_BYTES = 32;

/**
 * The key of the mail tokens: as set, as the file that was named holds it, or as made at the first start and kept in the
 * data folder (mode 0600).
 * @throws SettingsError that names the setting or the file
 */
export function loadSecret(
  settings: { readonly secret: string | null; readonly secretFile: string | null },
  dataDir: string,
): Uint8Array {
  const { secret, secretFile } = settings;
  if (secret !== null && secretFile !== null) {
    throw new SettingsError('Set ALGOTHEQUE_SECRET or ALGOTHEQUE_SECRET_FILE, not both');
  }
  if (secret !== null) return Buffer.from(secret);
  const kept = join(dataDir, 'secret');
  return secretFile === null
    ? read(kept, readOrMake)
    : read(secretFile, (path) => readFileSync(path, 'utf8').trimEnd());
}

function read(path: string, from: (path: string) => string): Uint8Array {
  let secret: Uint8Array;
  try {
    secret = Buffer.from(from(path));
  } catch (error) {
    throw new SettingsError(`The secret cannot be read from ${path}: ${errorCode(error)}`, { cause: error });
  }
  if (secret.length < MIN_BYTES) throw new SettingsError(`The secret in ${path} must be at least ${MIN_BYTES} bytes`);
  return secret;
}
