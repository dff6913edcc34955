import type { Held } from '../../../../domain/test/support/held.ts';
import type { People } from './people.ts';

/** The data that users see, without what differs between two runs of an operation: ids, references, dates, hashes. */
export interface State {
  readonly users: readonly string[];
  /** Valid sessions: the name of each, and the e-mail of its user. */
  readonly sessions: readonly string[];
  readonly algos: readonly string[];
  readonly folders: readonly string[];
}

export function stateOf({ users, sessions, algos, folders, published }: Held, people: People): State {
  const emails = new Map(users.map(({ id, adresseMail }) => [id, adresseMail]));
  const versions = new Map(users.map(({ id, credentialsVersion }) => [id, credentialsVersion]));
  const names = new Map(Object.entries(people.sessions).map(([name, digest]) => [digest, name]));
  const isAlive = ({ userId, credentialsVersion }: Held['sessions'][number]): boolean =>
    versions.get(userId) === credentialsVersion;
  const text = (id: number): string => new TextDecoder().decode(published.get(id)?.content);
  return {
    users: users
      .map((user) => [user.adresseMail, user.pseudo, user.isVerified, user.credentialsVersion].join(' '))
      .sort(),
    sessions: sessions
      .filter(isAlive)
      .map(({ digest, userId }) => `${names.get(digest) ?? 'new'} ${emails.get(userId)}`)
      .sort(),
    algos: algos
      .map(({ id, nom, version, ownerId, permsAlgorithme }) =>
        [nom, version, emails.get(ownerId), JSON.stringify(permsAlgorithme), text(id)].join(' '),
      )
      .sort(),
    folders: folders.map(({ nom, ownerId }) => `${nom} ${emails.get(ownerId)}`).sort(),
  };
}
