import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
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
  if (settings.secret !== null && settings.secretFile !== null) {
    throw new SettingsError('Set ALGOTHEQUE_SECRET or ALGOTHEQUE_SECRET_FILE, not both');
  }
  if (settings.secret !== null) return Buffer.from(settings.secret);
  if (settings.secretFile !== null) return readSecret(settings.secretFile);
  const kept = join(dataDir, 'secret');
  makeOnce(kept);
  return readSecret(kept);
}

function readSecret(path: string): Uint8Array {
  let secret: Uint8Array;
  try {
    secret = Buffer.from(readFileSync(path, 'utf8').trimEnd());
  } catch (error) {
    throw new SettingsError(`The secret cannot be read from ${path}: ${errorCode(error)}`, { cause: error });
  }
  if (secret.length < MIN_BYTES) throw new SettingsError(`The secret in ${path} must be at least ${MIN_BYTES} bytes`);
  return secret;
}

function makeOnce(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    throw error;
  }
  try {
    writeSync(file, `${randomBytes(MIN_BYTES).toString('base64url')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
