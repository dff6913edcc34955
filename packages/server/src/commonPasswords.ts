import { readFileSync, statSync } from 'node:fs';
import { SettingsError } from './settings/loadSettings.ts';
import { errorCode } from './startError.ts';

/** Far above the lists that are in use; keeps a wrong path from taking all memory. */
const MAX_BYTES = 64 * 1_048_576;

/**
 * Whether a password is in the list that the file holds: one a line, in UTF-8. Upper and lower case and the normal form
 * (NFC) make no difference. The file is read once.
 * @throws SettingsError that names the setting and the file, when it cannot be read, is too large, or is no UTF-8
 */
export function commonPasswords(path: string): (password: string) => boolean {
  const passwords = new Set(folded(textOf(path)).split(/\r?\n/));
  passwords.delete('');
  return (password) => passwords.has(folded(password));
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

function textOf(path: string): string {
  try {
    const file = statSync(path);
    if (!file.isFile()) throw new Error('not a file');
    if (file.size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`);
    // A list that is decoded wrongly would let through what it names.
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const problem = `${path} is not a list of passwords that can be used`;
    throw new SettingsError(`ALGOTHEQUE_COMMON_PASSWORDS: ${problem}: ${errorCode(error)}`, { cause: error });
  }
}
