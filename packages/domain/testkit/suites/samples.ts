import {
  type Algorithm,
  type Due,
  type DueKind,
  firstKey,
  type GrantedRight,
  MAX_EMAIL,
  MAX_NOM,
  MAX_PSEUDO,
  MAX_URL,
  type MailEntry,
  type NewUser,
  type Session,
  type StoredEvent,
  type StoredGrant,
  type WaitingShare,
} from '@algotheque/domain';

/**
 * A moment in 2100, milliseconds since the Unix epoch. It is later than the clock of any machine, so that a store which
 * removes expired records by that clock removes none in the middle of a test.
 */
export const NOW = 4_102_444_800_123;

/**
 * Texts that stores are known to change or to take for each other: empty, falsy, padded, in two normal forms of Unicode,
 * beyond the basic plane, with wildcards and quotes, long.
 */
export const ODD_TEXTS: readonly string[] = [
  '',
  '0',
  'null',
  ' ',
  ' padded ',
  'caf\u00e9',
  'cafe\u0301',
  'Stra\u00dfe \u1e9e \u0130\u0131',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  '\u{1d4b3}\u{10ffff}',
  '\ufeffBOM \u202ertl\u2028',
  `quotes ' " \` \\ \\' ''`,
  '%_*?[a-z]$1',
  '{"$gt":""}',
  '$where',
  'a.b.c',
  '../../etc/passwd',
  "x'); DROP TABLE users;--",
  '\u{1f600}'.repeat(MAX_NOM),
];

/** Such texts as names of algorithms: three code points to the most of a name, and all can be printed. */
export const ODD_NAMES: readonly string[] = [
  '000',
  '   ',
  ...ODD_TEXTS.filter((text) => [...text].length >= 3 && !text.includes('\u2028')),
  '\ufeffBOM \u202ertl',
];

/** Such texts as pseudos. */
export const ODD_PSEUDOS: readonly string[] = ODD_NAMES.map((name) => [...name].slice(0, MAX_PSEUDO).join(''));

/** A picture's address of a text. */
export const pictureOf = (text: string): string => `https://example.org/${text.replace(/[\s\\]/gu, '+')}`;

/** The longest address, and the longest picture's address, which has as many bytes in UTF-8 as its length allows. */
export const LONGEST_EMAIL = 'a@example.org'.padStart(MAX_EMAIL, 'x');
export const LONGEST_PICTURE = `https://example.org/${'\u{10ffff}'.repeat(MAX_URL - 20)}`;

/** Two integers with this difference are equal in 32 bits. */
export const BEYOND_32_BITS = 2 ** 32;

/** Fields of a user to save. */
export function newUser(fields: Partial<NewUser> = {}): NewUser {
  return {
    adresseMail: 'ada@example.org',
    mdpHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g',
    pseudo: 'Ada',
    dateInscription: NOW,
    isVerified: false,
    urlPfp: null,
    locale: null,
    due: [dueOf('confirmation', {})],
    ...fields,
  };
}

/** An entry of work that is due. */
export const dueOf = (kind: DueKind, fields: Partial<Due>): Due => ({
  kind,
  version: 1,
  date: NOW,
  locale: 'en',
  adresseMail: null,
  ...fields,
});

/** An entry of a mail that is due at its date; each number has its own name, in the order of numbers. */
export function newMail(
  number: number,
  { entry, ...fields }: Partial<Omit<MailEntry, 'entry'>> & { readonly entry?: Partial<MailEntry['entry']> } = {},
): MailEntry {
  const date = NOW + number;
  const recipient = { id: 1, adresseMail: `user${number}@example.org`, pseudo: 'Ada', locale: 'en' } as const;
  const mail = { kind: 'password_changed' } as const;
  return {
    name: `20261121T122845123Z-${number.toString(16).padStart(16, '0')}`,
    version: 1,
    date,
    dueAt: date,
    rank: 1,
    ...fields,
    entry: { recipient, mail, tries: 0, isSlow: false, isTaken: false, answer: null, ...entry },
  };
}

/** Each number has another time, in their order. */
export const newEvent = (number: number, fields: Partial<Omit<StoredEvent, 'key'>> = {}): StoredEvent => ({
  key: `${firstKey(NOW + number)}${number.toString(16).padStart(12, '0')}`,
  action: 'login.succeeded',
  actorId: 1,
  targetId: 1,
  address: '192.0.2.0/24',
  requestId: `request-${number}`,
  limit: null,
  ...fields,
});

/** Fields of users to save, each with another address. */
export function newUsers(count: number, fields: Partial<NewUser> = {}): NewUser[] {
  return Array.from({ length: count }, (_, index) => newUser({ adresseMail: `user${index}@example.org`, ...fields }));
}

/** A reference of content, in the form that content stores give; each number has its own. */
export function contentRef(number: number): string {
  return `sample${String(number).padStart(16, '0')}-${number.toString(16).padStart(64, '0')}`;
}

/** Fields of an algorithm to save; user 1 owns it and saved its source code last, and its name holds the number. */
export function newAlgo(number: number, fields: Partial<Algorithm> = {}): Omit<Algorithm, 'id' | 'version'> {
  const { ownerId = 1, dateModification = NOW + 1 } = fields;
  return {
    nom: `algorithm ${number}`,
    dateCreation: NOW,
    dateModification,
    ownerId,
    permsAlgorithme: [],
    ref: contentRef(number),
    contentBytes: 100 + number,
    places: [],
    modifiedBy: ownerId,
    dateSource: dateModification,
    waiting: [],
    ...fields,
  };
}

/** A right that a user has since NOW. */
export const newGrant = (idUtilisateur: number, droits: GrantedRight = 'Read'): StoredGrant => ({
  idUtilisateur,
  droits,
  date: NOW,
});

/** A share that waits for an address. */
export const newWaiting = (adresseMail: string, fields: Partial<WaitingShare> = {}): WaitingShare => ({
  adresseMail,
  droits: 'Read',
  date: NOW,
  dateExpiration: NOW + 1_000_000,
  locale: 'en',
  isMailDue: false,
  ...fields,
});

/** A session of user 1; its digest has the form of a SHA-256 in base64url, with letters of both cases. */
export function newSession(number: number, fields: Partial<Session> = {}): Session {
  return {
    digest: `${String(number).padStart(10, '0')}aAbBcCdDeEfFgGhHiIjJkKlLmMnNoO-_8`,
    userId: 1,
    credentialsVersion: 1,
    dateCreation: NOW,
    dateUtilisation: NOW,
    dateExpiration: NOW + 3_600_000,
    client: 'Firefox, Linux',
    address: '192.0.2.0/24',
    ...fields,
  };
}

/** Pseudorandom numbers from 0 to below 1, the same in each run. */
export function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
