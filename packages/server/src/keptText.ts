import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { errorCode } from './startError.ts';

/** 256 random bits in base64url. */
const BYTES = 32;

/** The text of a file that is made, with random text and mode 0600, where it is absent. */
export function readOrMake(path: string): string {
  makeOnce(path);
  return readFileSync(path, 'utf8').trimEnd();
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
    writeSync(file, `${randomBytes(BYTES).toString('base64url')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
