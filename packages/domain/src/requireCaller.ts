import type { AuthenticatedCaller, Caller } from './caller.ts';
import { DomainError } from './errors.ts';
import { Responses } from './responses.ts';

/**
 * @throws DomainError General.Unauthorized unless Authenticate has accepted the caller; an absent caller is refused
 */
export function requireCaller(caller: Caller = {}): AuthenticatedCaller {
  const { user, session } = caller;
  if (user === undefined || session === undefined) throw new DomainError(Responses.General.Unauthorized);
  return { ...caller, user, session };
}
