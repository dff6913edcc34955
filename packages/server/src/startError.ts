import { ownerHint } from '@algotheque/adapters-fs';
import { isError, StoreError, UnavailableError } from '@algotheque/domain';
import { isSystemError } from '@algotheque/domain/files';

/** The start is refused for a reason that an operator can repair. The operator sees one line, without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** A command that examines a store could not look at it. The exit code 1 is for what it found. */
export class NotExaminedError extends StartError {
  override readonly name = 'NotExaminedError';
}

export class UsageError extends StartError {
  override readonly name = 'UsageError';
}

/** The error as a StartError if an operator can repair its cause; all other errors are bugs and are returned unchanged. */
export function asStartError(error: unknown): unknown {
  if (!isError(error) || error instanceof StartError) return error;
  if (error instanceof StoreError || error instanceof UnavailableError)
    return new StartError(reason(error), { cause: error });
  return isSystemError(error) ? new StartError(`${error.message}${hintOf(error)}`, { cause: error }) : error;
}

function hintOf({ code, path }: NodeJS.ErrnoException): string {
  return path !== undefined && (code === 'EACCES' || code === 'EPERM') ? ownerHint(path) : '';
}

// The message of an UnavailableError is an identifier. The adapter gives the reason; without one, the message of the cause is used.
function reason(error: Error): string {
  if (!(error instanceof UnavailableError)) return error.message;
  return error.reason ?? (isError(error.cause) ? error.cause.message : error.message);
}

export function errorCode(error: unknown): string {
  if (isError(error)) return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return String(error);
}

/** The environment is wrong; the message names every wrong setting, and no secret. */
export class SettingsError extends StartError {
  override readonly name = 'SettingsError';
}

type ErrorClass = abstract new (...input: never[]) => Error;

/** Names the setting in the error of this class by which an adapter says that it cannot read it. @throws SettingsError */
export function naming<Result>(setting: string, refusal: ErrorClass, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof refusal)) throw error;
    throw new SettingsError(`${setting}: ${error.message}`, { cause: error });
  }
}
