import { readBoundedText } from '../stores/textFile.ts';

/** Far above the size of lists in use. */
const MAX_BYTES = 64 * 1_048_576;

/**
 * Tells whether a password is in the list of the file: one per line, in UTF-8. Upper and lower case and the normal
 * form (NFC) make no difference. The file is read once.
 * @throws SettingsError that names the setting and the file, when it cannot be read, is too large, or is not UTF-8
 */
export function commonPasswords(path: string): (password: string) => boolean {
  const problem = `ALGOTHEQUE_COMMON_PASSWORDS: ${path} is not a list of passwords that can be used`;
  const passwords = new Set(folded(readBoundedText(path, MAX_BYTES, problem)).split(/\r?\n/));
  passwords.delete('');
  return (password) => passwords.has(folded(password));
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
