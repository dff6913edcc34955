import { emailKey, type PortableRows, type ReadPorts, type Session, type User } from '@algotheque/domain';
import type { Finding } from './codes.ts';
import { findingsIn, orIfDamaged, recordName } from './damaged.ts';
import type { Look } from './look.ts';

/** The entries of deletions under way. An entry is no finding: a server finishes it. */
export const checkDeletions = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'deletion', {
    of({ userId }) {
      look.known.deletions.add(userId);
      look.known.uses('user', userId);
      return [];
    },
    onDamaged: (id) => void look.known.deletions.add(id),
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
        yield { code: 'email-twice', place: `users ${other.id} and ${id}`, isStill };
      }
      const isStill = async (ports: ReadPorts) => !(await isBeingDeleted(ports, id));
      if (deleted && !known.deletions.has(id)) yield { code: 'user-hidden', place: recordName('user', id), isStill };
    },
    onDamaged: (id) => void known.users.set(id, { credentialsVersion: null }),
  });
}

type ListedUser = Pick<PortableRows['user'], 'id' | 'deleted'>;

/** The keys of the present and former addresses of a user. */
const keysOf = ({ emailCase }: Look, { adresseMail, emailChange }: Pick<User, 'adresseMail' | 'emailChange'>) =>
  new Set(
    [adresseMail, ...emailChange.former.map((one) => one.adresseMail)].map((address) => emailKey(emailCase, address)),
  );

/** Whether a user has an address now. One who is being deleted cannot change it. */
async function hasKey(look: Look, ports: ReadPorts, { id, deleted }: ListedUser, key: string): Promise<boolean> {
  if (deleted) return true;
  const user = await orIfDamaged(ports.users.findById(id), null);
  return user !== null && keysOf(look, user).has(key);
}

/**
 * The finding, if what names the user names nobody: a user who is being deleted is somebody, because what names them is removed too. Users
 * come and go beside a running server. @param finding its `isStill` says whether what names the user is there now
 */
export function* withoutUser({ known }: Look, userId: number, finding: Required<Pick<Finding, 'isStill'>> & Finding) {
  known.uses('user', userId);
  if (known.users.has(userId) || known.deletions.has(userId)) return;
  const isStill = async (ports: ReadPorts) => !(await isUser(ports, userId)) && (await finding.isStill(ports));
  yield { ...finding, isStill };
}

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
    of({ ownerId: owner }) {
      const isStill = async ({ folders }: ReadPorts) => (await orIfDamaged(folders.find(owner), null))?.version !== 0;
      const place = recordName('folder', owner);
      return withoutUser(look, owner, { code: 'folder-without-owner', place, owner, isStill });
    },
  });

/** Every session: its values, its user, its version. One that has ended is no finding. */
export const checkSessions = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'session', { of: (session) => problemsOf(look, session) });

function* problemsOf(look: Look, session: Session): Generator<Finding> {
  const { digest, userId, credentialsVersion, dateExpiration } = session;
  if (dateExpiration <= look.now()) return;
  const isOpen = async ({ sessionStore }: ReadPorts) =>
    (await orIfDamaged(sessionStore.find(digest), 'damaged')) !== null;
  const isAhead = async (ports: ReadPorts) => {
    const user = await orIfDamaged(ports.users.findById(userId), null);
    return user !== null && credentialsVersion > user.credentialsVersion && (await isOpen(ports));
  };
  const mend: Finding['mend'] = async (mending) => {
    await mending.replace('session', session, { ...session, dateExpiration: Math.min(look.now(), dateExpiration) });
    return 'The session was ended';
  };
  const about = { place: recordName('session', digest), detail: `It is for user ${userId}`, mend };
  yield* withoutUser(look, userId, { code: 'session-without-user', ...about, isStill: isOpen });
  const version = look.known.users.get(userId)?.credentialsVersion ?? null;
  if (version !== null && credentialsVersion > version) yield { code: 'session-ahead', ...about, isStill: isAhead };
}
