import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UnavailableError } from '@algotheque/domain';
import { StoreFileError } from '../errors.ts';

// A program of its own, in the form of this file: sources or built.
const PROGRAM = fileURLToPath(new URL(`./quickCheckProcess${extname(import.meta.url)}`, import.meta.url));

/** The findings are at most 20 lines. */
const MOST_BYTES = 65_536;
/** While the check reads, the log of SQLite cannot begin anew, so it must end at some time. */
const TIMEOUT_MS = 600_000;

/**
 * SQLite's own check (`PRAGMA quick_check`) of a store file, beside a server that uses it: what SQLite found to be wrong, at most
 * 20 lines. It runs in a process of its own, on a read-only connection and with the lowest priority: on the thread of the requests it
 * would hold up all of them, and a thread cannot be ended while SQLite works. An abort ends the process at once.
 * @throws UnavailableError when it could not look, or needs more than ten minutes; the reason of the signal after an abort
 */
export function quickCheck(path: string, signal?: AbortSignal): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const options = { env: {}, timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES, signal } as const;
  execFile(process.execPath, ['--no-warnings', PROGRAM, path], options, (error, stdout, stderr) => {
    if (signal?.aborted === true) reject(signal.reason);
    else if (error === null) resolve(stdout.split('\n').filter((line) => line !== ''));
    else reject(failure(path, { error, stderr }));
  });
  return promise;
}

function failure(
  path: string,
  { error, stderr }: { readonly error: Error; readonly stderr: string },
): UnavailableError {
  const reason = stderr.trim() === '' ? `the process of the check has ended early (${error.message})` : stderr.trim();
  const cause = new StoreFileError(path, `could not be checked: ${reason}`, { cause: error });
  return new UnavailableError({ cause, reason: cause.message });
}
