import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { errorCode, SettingsError } from '../startError.ts';

/** More than any secret, password or schema has. */
const MAX_BYTES = 1_048_576;

/**
 * The bytes of a file, or of a pipe. A wrong path, such as one of a device without an end, cannot use all memory.
 * @throws Error when there are more than `maxBytes`; the errors of `openSync` and `readSync`
 */
export function readBytes(path: string, maxBytes = MAX_BYTES): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(maxBytes + 1);
    for (let length = 0; length <= maxBytes; ) {
      const read = readSync(file, bytes, length, bytes.length - length, null);
      if (read === 0) return bytes.subarray(0, length);
      length += read;
    }
  } finally {
    closeSync(file);
  }
  throw new Error(`it is larger than ${maxBytes} bytes`);
}

/** As text in UTF-8, without a byte order mark at its start. @throws TypeError when it is not UTF-8 */
export const readText = (path: string, maxBytes = MAX_BYTES): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(readBytes(path, maxBytes));

/** As `readText`, of a regular file that a setting names. @param problem begins the message of the SettingsError */
export function readBoundedText(path: string, maxBytes: number, problem: string): string {
  try {
    if (!statSync(path).isFile()) throw new Error('it is not a file');
    return readText(path, maxBytes);
  } catch (error) {
    throw new SettingsError(`${problem}: ${fileProblem(error)}`, { cause: error });
  }
}

const IN_WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

export function fileProblem(error: unknown): string {
  const code = errorCode(error);
  return IN_WORDS[code] ?? code;
}
