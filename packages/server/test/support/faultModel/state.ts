import { hash } from 'node:crypto';
import type { AlgoPlace, StoredGrant, WaitingShare } from '@algotheque/domain';
import type { Held } from '@algotheque/testing/worlds';

/** The data that users see, without what differs between two runs of an operation: ids, references, dates, hashes. */
export interface State {
  readonly users: readonly string[];
  /** Valid sessions: the name of each, and the e-mail of its user. */
  readonly sessions: readonly string[];
  readonly algos: readonly string[];
  readonly folders: readonly string[];
  /** What the bins show. */
  readonly bin: readonly string[];
  /** Entries of the history but those of a content that a record has, or what is in a bin. */
  readonly versions: readonly string[];
}

/** @param sessionNames the digests of sessions by name; other sessions are called `new` */
export function stateOf(
  { users, sessions, algos, folders, bin, history, published }: Held,
  sessionNames: Readonly<Record<string, string>>,
): State {
  const emails = new Map(users.map(({ id, adresseMail }) => [id, adresseMail]));
  const versions = new Map(users.map(({ id, credentialsVersion }) => [id, credentialsVersion]));
  const names = new Map(Object.entries(sessionNames).map(([name, digest]) => [digest, name]));
  const isAlive = ({ userId, credentialsVersion }: Held['sessions'][number]): boolean =>
    versions.get(userId) === credentialsVersion;
  const text = (id: number): string => new TextDecoder().decode(published.get(id)?.content);
  const foldersOf = ({ ownerId, folders: own }: Held['folders'][number]): readonly string[] =>
    own.map(({ id, nom, parentId }) => [id, nom, 'in', parentId, emails.get(ownerId)].join(' '));
  const place = ({ idUtilisateur, dossierId }: AlgoPlace): string => `in ${dossierId} of ${emails.get(idUtilisateur)}`;
  const due = ({ isMailDue }: Pick<StoredGrant | WaitingShare, 'isMailDue'>): string =>
    isMailDue === true ? ' due' : '';
  const grant = (one: StoredGrant): string => `${emails.get(one.idUtilisateur)} ${one.droits}${due(one)}`;
  const waits = (one: WaitingShare): string => `waits ${one.adresseMail} ${one.droits}${due(one)}`;
  const records = new Map([...bin, ...algos].map((algo) => [algo.id, algo]));
  const isKnown = ({ idUtilisateur }: Pick<AlgoPlace, 'idUtilisateur'>): boolean => emails.has(idUtilisateur);
  return {
    bin: bin
      .map((one) =>
        [one.nom, one.version, emails.get(one.ownerId)]
          .concat(one.permsAlgorithme.filter(isKnown).map(grant), one.places.filter(isKnown).map(place), text(one.id))
          .join(' '),
      )
      .sort(),
    versions: history
      .filter((one) => records.get(one.id)?.ref !== one.ref)
      .map(({ id, ref, nom, version }) =>
        [contentOf(ref, nom), version, 'of', records.get(id)?.nom ?? 'nothing'].join(' '),
      )
      .sort(),
    users: users
      .map(({ adresseMail, pseudo, isVerified, credentialsVersion, emailChange: { pending, former } }) =>
        [
          [adresseMail, pseudo, isVerified, credentialsVersion],
          pending === null ? [] : ['pending', pending.adresseMail],
          ...former.map((one) => ['former', one.adresseMail]),
        ]
          .flat()
          .join(' '),
      )
      .sort(),
    sessions: sessions
      .filter(isAlive)
      .map(({ digest, userId }) => `${names.get(digest) ?? 'new'} ${emails.get(userId)}`)
      .sort(),
    algos: algos
      .map(({ id, nom, version, ownerId, permsAlgorithme, places, waiting }) =>
        [nom, version, emails.get(ownerId)]
          .concat(permsAlgorithme.map(grant), places.map(place), waiting.map(waits), text(id))
          .join(' '),
      )
      .sort(),
    folders: folders.flatMap(foldersOf).sort(),
  };
}

/** The source code of these tests repeats the record's name; any other content is its digest. */
function contentOf(ref: string, nom: string): string {
  const content = JSON.stringify({ nom });
  return ref.endsWith(hash('sha256', content)) ? content : ref.slice(-SHA256_HEX_CHARS);
}

const SHA256_HEX_CHARS = 64;
