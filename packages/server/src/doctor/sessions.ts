import type { Session } from '@algotheque/domain';
import type { Finding } from './codes.ts';
import { findingsIn, placeOf, unlessDamaged } from './damaged.ts';
import { again, type Look, type LookPorts, mendBy } from './look.ts';
import { againWithoutUser, isListed } from './users.ts';

/** Every session: its values, its user, its version. One that has ended is no finding. */
export const checkSessions = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'session', { of: (session) => problemsOf(look, session) });

function* problemsOf(look: Look, session: Session): Generator<Finding> {
  const { digest, userId, credentialsVersion, dateExpiration } = session;
  if (dateExpiration <= look.now()) return;
  look.known.uses('user', userId);
  const isOpen = async ({ sessionStore }: LookPorts) =>
    (await unlessDamaged(sessionStore.find(digest), 'damaged')) !== null;
  const isAhead = async (ports: LookPorts) => {
    const user = await unlessDamaged(ports.users.findById(userId), null);
    return user !== null && credentialsVersion > user.credentialsVersion && (await isOpen(ports));
  };
  const about = { place: placeOf('session', digest), detail: `It is for user ${userId}`, ...endingOf(look, session) };
  const version = look.known.users.get(userId)?.credentialsVersion ?? null;
  if (!isListed(look, userId))
    yield { code: 'session-without-user', ...about, ...againWithoutUser(look, userId, isOpen) };
  else if (version !== null && credentialsVersion > version)
    yield { code: 'session-ahead', ...about, ...again(look, isAhead) };
}

const endingOf = (look: Look, session: Session): Pick<Finding, 'mend'> =>
  mendBy(look, async (mending) => {
    const dateExpiration = Math.min(look.now(), session.dateExpiration);
    await mending.replace('session', session, { ...session, dateExpiration });
    return 'The session was ended';
  });
