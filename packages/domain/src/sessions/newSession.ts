import type { Caller } from '../caller.ts';
import type { Policy } from '../policy.ts';
import type { Session } from '../session.ts';
import type { User } from '../user.ts';
import { expiration } from './expiration.ts';
import { sessionOrigin } from './sessionOrigin.ts';

interface Beginning {
  readonly digest: string;
  readonly caller: Caller;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly policy: Policy;
}

/** The session of a user that begins now. */
export const newSession = (
  { id, credentialsVersion }: Pick<User, 'id' | 'credentialsVersion'>,
  { digest, caller, now, policy }: Beginning,
): Session => ({
  digest,
  userId: id,
  credentialsVersion,
  dateCreation: now,
  dateUtilisation: now,
  dateExpiration: expiration(policy, now, now),
  ...sessionOrigin(caller),
});
