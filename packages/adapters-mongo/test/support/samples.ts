import type { Algorithm, Due, DueKind, NewUser, Session, StoredGrant } from '@algotheque/domain';

/** A user that is not saved yet. */
export function newUser(fields: Partial<NewUser> = {}): NewUser {
  return {
    adresseMail: 'ada@example.org',
    mdpHash: '$argon2id$hash',
    pseudo: 'Ada',
    dateInscription: 1_775_000_000_000,
    isVerified: false,
    urlPfp: null,
    locale: null,
    due: [],
    ...fields,
  };
}

/** Work that is due since `date`. */
export const dueOf = (kind: DueKind, date: number): Due => ({
  kind,
  version: 1,
  date,
  locale: 'fr',
  adresseMail: null,
});

/** A record with an id that the store has given. */
export function newAlgo(id: number, fields: Partial<Algorithm> = {}): Omit<Algorithm, 'version'> {
  const { ownerId = 1, dateModification = 1_775_000_000_000 } = fields;
  return {
    id,
    nom: `algorithm ${id}`,
    dateCreation: 1_775_000_000_000,
    dateModification,
    ownerId,
    permsAlgorithme: [],
    ref: `ref ${id}`,
    contentBytes: 10,
    places: [],
    modifiedBy: ownerId,
    dateSource: dateModification,
    waiting: [],
    ...fields,
  };
}

/** A right to read. */
export const newGrant = (idUtilisateur: number): StoredGrant => ({
  idUtilisateur,
  droits: 'Read',
  date: 1_775_000_000_000,
});

/** A session that ends late by the machine's clock: MongoDB removes sessions by that clock. */
export function newSession(digest: string): Session {
  const now = Date.now();
  return {
    digest,
    userId: 1,
    credentialsVersion: 1,
    dateCreation: now,
    dateUtilisation: now,
    dateExpiration: now + 86_400_000,
    client: null,
    address: null,
  };
}
