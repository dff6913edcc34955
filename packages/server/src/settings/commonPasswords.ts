import { fileProblem, readBoundedText } from '../kept/textFile.ts';
import { SettingsError } from '../startError.ts';

/** Far above the size of lists in use. */
const MAX_BYTES = 64 * 1_048_576;

/**
 * Tells whether a password is in the list of the file: one per line, in UTF-8. Upper and lower case and the normal
 * form (NFC) make no difference. The file is read once.
 * @throws SettingsError that names the setting and the file, when it cannot be read, is too large, or is not UTF-8
 */
export function commonPasswords(path: string): (password: string) => boolean {
  const passwords = new Set(folded(textOf(path)).split(/\r?\n/));
  passwords.delete('');
  return (password) => passwords.has(folded(password));
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

function textOf(path: string): string {
  try {
    return readBoundedText(path, MAX_BYTES);
  } catch (error) {
    const problem = `${path} is not a list of passwords that can be used`;
    throw new SettingsError(`ALGOTHEQUE_COMMON_PASSWORDS: ${problem}: ${fileProblem(error)}`, { cause: error });
  }
}
