import { UnavailableError } from '@algotheque/domain';

/** @param reason which database, and why: for the log, so without credentials and user input */
export function outOfReach(reason: string): UnavailableError {
  return new UnavailableError({ reason, cause: new Error(reason) });
}
