import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrMake } from './keptText.ts';
import { SettingsError } from './settings/loadSettings.ts';
import { errorCode } from './startError.ts';

const MIN_BYTES = 32;

/**
 * The key of the mail tokens as the settings give it: itself, or in a file. Null where they do not.
 * @throws SettingsError that names the setting
 */
export function givenSecret(settings: {
  readonly secret: string | null;
  readonly secretFile: string | null;
}): Uint8Array | null {
  const { secret, secretFile } = settings;
  if (secret !== null && secretFile !== null) {
    throw new SettingsError('Set ALGOTHEQUE_SECRET or ALGOTHEQUE_SECRET_FILE, not both');
  }
  if (secret !== null) return Buffer.from(secret);
  if (secretFile === null) return null;
  return checked('ALGOTHEQUE_SECRET_FILE: the', secretFile, () => readFileSync(secretFile, 'utf8').trimEnd());
}

/**
 * The key as made at the first start and kept in the data folder (mode 0600).
 * @throws SettingsError that names the file
 */
export function keptSecret(dataDir: string): Uint8Array {
  const path = join(dataDir, 'secret');
  return checked('The', path, () => readOrMake(path));
}

function checked(the: string, path: string, read: () => string): Uint8Array {
  let secret: Uint8Array;
  try {
    secret = Buffer.from(read());
  } catch (error) {
    throw new SettingsError(`${the} secret cannot be read from ${path}: ${errorCode(error)}`, { cause: error });
  }
  if (secret.length < MIN_BYTES)
    throw new SettingsError(`${the} secret in ${path} must be at least ${MIN_BYTES} bytes`);
  return secret;
}
