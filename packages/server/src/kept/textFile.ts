import { readFileSync, statSync } from 'node:fs';
import { errorCode, SettingsError } from '../startError.ts';

/**
 * The text of a file in UTF-8, without a byte order mark at its start.
 * @throws TypeError when the file is not UTF-8; the error of `readFileSync`
 */
export const readText = (path: string): string => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));

/**
 * As `readText`, of a regular file that a setting names: a wrong path cannot use all memory.
 * @param problem what is wrong if it cannot be read, with the names of the setting and the file
 * @throws SettingsError with the problem and its reason: there is no such file, it is larger, or it is not UTF-8
 */
export function readBoundedText(path: string, maxBytes: number, problem: string): string {
  try {
    const file = statSync(path);
    if (!file.isFile()) throw new Error('it is not a file');
    if (file.size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    return readText(path);
  } catch (error) {
    throw new SettingsError(`${problem}: ${fileProblem(error)}`, { cause: error });
  }
}

const IN_WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

/** The reason why a file cannot be read, for an operator. */
export function fileProblem(error: unknown): string {
  const code = errorCode(error);
  return IN_WORDS[code] ?? code;
}
