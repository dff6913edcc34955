import * as v from 'valibot';
import { invalidData } from '../errors.ts';
import { value } from '../inputs/input.ts';
import { rule } from '../inputs/text.ts';
import { violation } from '../inputs/violation.ts';
import { MOST_SESSIONS } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { Session } from '../session.ts';
import type { User } from '../user.ts';

/** A session as its user sees it: without its digest. The dates are milliseconds since the Unix epoch. */
export const UserSessionOutput = v.object({
  sessionId: v.string(),
  dateCreation: v.number(),
  /** The last recorded use: see `touchEveryMs`. */
  dateUtilisation: v.number(),
  /** When it ends if it is not used again. */
  dateExpiration: v.number(),
  client: v.nullable(v.string()),
  address: v.nullable(v.string()),
});
export type UserSession = Readonly<v.InferOutput<typeof UserSessionOutput>>;

/**
 * The sessions of the user that are valid now, the one that was used last first. A damaged session is left out: nobody can use it, and
 * resumeWork reports it.
 */
export async function validSessions(
  { sessionStore, clock }: Pick<Ports, 'sessionStore' | 'clock'>,
  { id, credentialsVersion }: User,
): Promise<readonly Session[]> {
  const now = clock.now();
  const sessions = await sessionStore.listByUser(id, MOST_SESSIONS, () => {});
  return sessions
    .filter((session) => session.dateExpiration > now && session.credentialsVersion === credentialsVersion)
    .toSorted((one, other) => other.dateUtilisation - one.dateUtilisation || other.dateCreation - one.dateCreation);
}

export async function shownSession(session: Session): Promise<UserSession> {
  const { digest, dateCreation, dateUtilisation, dateExpiration, client, address } = session;
  return { sessionId: await sessionIdOf(digest), dateCreation, dateUtilisation, dateExpiration, client, address };
}

/** 128 bits in hexadecimal digits. */
const FORM = /^[0-9a-f]{32}$/;

/** The id of a session, as a list of sessions shows it. */
export const sessionIdInput = value(v.pipe(v.string(), v.regex(FORM, rule('type'))), () =>
  invalidData(violation('/sessionId', 'type')),
);

/**
 * The id of the session that is stored under this digest: the first half of the SHA-256 of `session:` and the digest. It is made when it
 * is shown, and stored nowhere. Neither the digest nor the token follows from it, and nobody can log in with it.
 */
export async function sessionIdOf(digest: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`session:${digest}`));
  return [...new Uint8Array(hash, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
