import { isError, UnavailableError } from '@algotheque/domain';

/** Nothing waits longer for a disk: requests are answered with 503, and `health` says why. */
export const LONGEST_WAIT_MS = 10_000;

/**
 * Runs work on the filesystem. If the system refuses a call (no space, no right, too many open files, a failing disk), it throws an
 * UnavailableError with that error as its cause; all other errors are thrown unchanged. Work that takes longer than `longestMs` goes on,
 * and its caller gets an UnavailableError.
 */
export async function onDisk<Result>(work: () => Promise<Result>, longestMs = LONGEST_WAIT_MS): Promise<Result> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const late = () => reject(notAnswered('the disk', longestMs));
  const timer = setTimeout(late, longestMs);
  try {
    return await Promise.race([work(), tooLate]);
  } catch (error) {
    throw isSystemError(error) ? new UnavailableError({ cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** @param disk what does not answer */
export const notAnswered = (disk: string, waitedMs = LONGEST_WAIT_MS): UnavailableError =>
  new UnavailableError({ reason: `${disk} has not answered for ${waitedMs / 1_000} s` });

/** The result of the work, or null if the file that it names is absent. */
export async function ifPresent<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the error says that the operating system has refused a call. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return isError(error) && 'syscall' in error;
}
