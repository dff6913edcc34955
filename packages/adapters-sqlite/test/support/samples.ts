import type { Algorithm, NewUser, Session, StoredGrant } from '@algotheque/domain';

export function newUser(fields: Partial<NewUser> = {}): NewUser {
  return {
    adresseMail: 'ada@example.org',
    mdpHash: 'hash',
    pseudo: 'Ada',
    dateInscription: 1_775_000_000_000,
    isVerified: false,
    urlPfp: null,
    locale: null,
    due: [{ kind: 'confirmation', version: 1, date: 1_775_000_000_000, locale: 'fr', adresseMail: null }],
    ...fields,
  };
}

/** A record without id and version, with a reference of its own. */
export function newAlgo(number: number, fields: Partial<Algorithm> = {}): Omit<Algorithm, 'id' | 'version'> {
  const { ownerId = 1, dateModification = 2 } = fields;
  return {
    nom: `algorithm ${number}`,
    dateCreation: 1,
    dateModification,
    ownerId,
    permsAlgorithme: [],
    ref: `ref-${number}`,
    contentBytes: 10,
    places: [],
    modifiedBy: ownerId,
    dateSource: dateModification,
    waiting: [],
    ...fields,
  };
}

export const newGrant = (idUtilisateur: number, droits: StoredGrant['droits'] = 'Read'): StoredGrant => ({
  idUtilisateur,
  droits,
  date: 2,
});

export function newSession(digest: string, fields: Partial<Session> = {}): Session {
  const times = { dateCreation: 1, dateUtilisation: 1, dateExpiration: 2 };
  return { digest, userId: 1, credentialsVersion: 1, ...times, client: null, address: null, ...fields };
}
