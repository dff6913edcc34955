import { emailKey, type PortableRows, type ReadPorts, type Session, type User } from '@algotheque/domain';
import type { Finding } from './codes.ts';
import { findingsIn, orIfDamaged, recordName } from './damaged.ts';
import { again, type Look, mendBy } from './look.ts';

/** The entries of deletions under way. An entry is no finding: a server finishes it. */
export const checkDeletions = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'deletion', {
    of({ userId }) {
      look.known.deletions.add(userId);
      look.known.uses('user', userId);
      return [];
    },
    onDamaged(damage) {
      const id = look.known.usesDamaged('user', damage);
      if (id !== null) look.known.deletions.add(id);
    },
  });

/**
 * The values of every user; one user for each e-mail, present and former, as the server compares them; a mark of deletion only where a
 * deletion is under way.
 */
export function checkUsers(look: Look): AsyncGenerator<Finding> {
  const { known } = look;
  const emails = new Map<string, ListedUser>();
  return findingsIn(look, 'user', {
    *of(user) {
      const { id, credentialsVersion, deleted } = user;
      known.uses('user', id);
      known.users.set(id, { credentialsVersion });
      for (const key of keysOf(look, user)) {
        const other = emails.get(key);
        emails.set(key, { id, deleted });
        if (other === undefined) continue;
        const isStill = async (ports: ReadPorts) =>
          (await hasKey(look, ports, other, key)) && (await hasKey(look, ports, user, key));
        yield { code: 'email-twice', place: `users ${other.id} and ${id}`, ...again(look, isStill) };
      }
      const isHidden = async (now: ReadPorts) => !(await isBeingDeleted(now, id));
      if (deleted && !known.deletions.has(id))
        yield { code: 'user-hidden', place: recordName('user', id), ...again(look, isHidden) };
    },
    onDamaged(damage) {
      const id = known.usesDamaged('user', damage);
      if (id !== null) known.users.set(id, { credentialsVersion: null });
    },
  });
}

type ListedUser = Pick<PortableRows['user'], 'id' | 'deleted'>;

/** The keys of the present and former addresses of a user. */
const keysOf = ({ ports }: Look, { adresseMail, emailChange }: Pick<User, 'adresseMail' | 'emailChange'>) =>
  new Set(
    [adresseMail, ...emailChange.former.map((one) => one.adresseMail)].map((address) =>
      emailKey(ports?.users.emailCase ?? 'exact', address),
    ),
  );

/** Whether a user has an address now. One who is being deleted cannot change it. */
async function hasKey(look: Look, ports: ReadPorts, { id, deleted }: ListedUser, key: string): Promise<boolean> {
  if (deleted) return true;
  const user = await orIfDamaged(ports.users.findById(id), null);
  return user !== null && keysOf(look, user).has(key);
}

/** Whether a user was listed, or is being deleted: then what names the user is removed with them. */
export const isListed = ({ known: { users, deletions } }: Look, userId: number): boolean =>
  users.has(userId) || deletions.has(userId);

/** Users come and go beside a running server. @param isThere whether what names the user is there now */
export const againWithoutUser = (
  look: Look,
  userId: number,
  isThere: (ports: ReadPorts) => Promise<boolean>,
): Pick<Finding, 'isStill'> => again(look, async (ports) => !(await isUser(ports, userId)) && (await isThere(ports)));

async function isUser(ports: ReadPorts, userId: number): Promise<boolean> {
  const existing = await orIfDamaged(ports.users.existing([userId]), [userId]); // a damaged user is one
  return existing.length > 0 || (await isBeingDeleted(ports, userId));
}

async function isBeingDeleted({ deletions }: ReadPorts, userId: number): Promise<boolean> {
  return (await deletions.list(() => {})).some((entry) => entry.userId === userId);
}

/** The folders of every owner, and the owner. Folders that do not fit together are damage of the record. */
export const checkFolders = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'folder', {
    *of({ ownerId: owner }) {
      look.known.uses('user', owner);
      if (isListed(look, owner)) return;
      const isStill = againWithoutUser(
        look,
        owner,
        async ({ folders }) => (await orIfDamaged(folders.find(owner), null))?.version !== 0,
      );
      yield { code: 'folder-without-owner', place: recordName('folder', owner), owner, ...isStill };
    },
  });

/** Every session: its values, its user, its version. One that has ended is no finding. */
export const checkSessions = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'session', { of: (session) => problemsOf(look, session) });

function* problemsOf(look: Look, session: Session): Generator<Finding> {
  const { digest, userId, credentialsVersion, dateExpiration } = session;
  if (dateExpiration <= look.now()) return;
  look.known.uses('user', userId);
  const isOpen = async ({ sessionStore }: ReadPorts) =>
    (await orIfDamaged(sessionStore.find(digest), 'damaged')) !== null;
  const isAhead = async (ports: ReadPorts) => {
    const user = await orIfDamaged(ports.users.findById(userId), null);
    return user !== null && credentialsVersion > user.credentialsVersion && (await isOpen(ports));
  };
  const about = {
    place: recordName('session', digest),
    detail: `It is for user ${userId}`,
    ...endingOf(look, session),
  };
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
