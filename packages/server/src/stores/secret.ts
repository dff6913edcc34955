import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../startError.ts';
import { readKept, readOrMake } from './keptText.ts';
import { fileProblem, readBytes } from './textFile.ts';

const MIN_BYTES = 32;

const OTHERS = 0o077;

/** The key of the settings: directly, or in a file; null if they have none. @throws SettingsError */
export function givenSecret({
  ALGOTHEQUE_SECRET: secret,
  ALGOTHEQUE_SECRET_FILE: secretFile,
}: Readonly<Record<'ALGOTHEQUE_SECRET' | 'ALGOTHEQUE_SECRET_FILE', string | null>>): Uint8Array | null {
  if (secret !== null && secretFile !== null) {
    throw new SettingsError('Set ALGOTHEQUE_SECRET or ALGOTHEQUE_SECRET_FILE, not both');
  }
  if (secret !== null) return Buffer.from(secret);
  if (secretFile === null) return null;
  return checked('ALGOTHEQUE_SECRET_FILE: the', secretFile, () => readBytes(secretFile).toString().trimEnd());
}

/** A line, if others may use the file that the setting names. Orchestrators mount secrets as files of mode 0644 that cannot be changed. */
export function openSecretFile(setting: string, path: string | null): string | null {
  const stat = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || (stat.mode & OTHERS) === 0 || process.platform === 'win32') return null;
  return `${setting}: others may use ${path} (mode ${(stat.mode & 0o777).toString(8)})`;
}

const LOST = 'a new secret is made, and links of mails that were sent before are void';

/**
 * The key that the first start made in the data folder.
 * @param hasStore whether there is a store already: then a key that is missing is lost, and a line says so
 * @throws SettingsError that names the file, for example when it is a symbolic link, which is not followed
 */
export function keptSecret(dataDir: string, tell: (line: string) => void, hasStore = false): Uint8Array {
  const path = join(dataDir, 'secret');
  if (hasStore && findSecret(dataDir) === null) tell(`${path} was not there, although there is a store: ${LOST}`);
  const onTooOpen = (mode: number): void =>
    tell(
      `Others could use ${path} (mode ${mode.toString(8)}): it has mode 600 now. Who read it can forge links of mails: consider a new secret`,
    );
  return checked('The', path, () => readOrMake(path, onTooOpen));
}

/** As `keptSecret`, without making or changing anything; null if there is none. @throws SettingsError */
export function findSecret(dataDir: string): Uint8Array | null {
  const path = join(dataDir, 'secret');
  const found = checkedText('The', path, () => readKept(path));
  return found === null ? null : Buffer.from(found);
}

function checkedText(the: string, path: string, read: () => string | null): string | null {
  try {
    return read();
  } catch (error) {
    throw new SettingsError(`${the} secret cannot be read from ${path}: ${fileProblem(error)}`, { cause: error });
  }
}

function checked(the: string, path: string, read: () => string): Uint8Array {
  const secret = Buffer.from(checkedText(the, path, read) ?? '');
  if (secret.length < MIN_BYTES)
    throw new SettingsError(`${the} secret in ${path} must be at least ${MIN_BYTES} bytes`);
  return secret;
}
