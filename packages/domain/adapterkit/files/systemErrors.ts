import { isError, UnavailableError } from '@algotheque/domain';

/**
 * Runs work on the filesystem. If the system refuses a call (no space, no right, too many open files, a failing disk), it
 * throws an UnavailableError with that error as its cause. All other errors are thrown unchanged.
 */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? new UnavailableError({ cause: error }) : error;
  }
}

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
