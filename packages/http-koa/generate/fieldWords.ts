import { DEFAULT_SOURCE_BOUNDS } from '@algotheque/domain';
import type { Route } from '../src/route.ts';

const { maxBytes, maxDepth, maxValues } = DEFAULT_SOURCE_BOUNDS;

export type Words = Readonly<Record<string, string>>;

/**
 * What each field of requests and answers is: many names are French, as the specification has them. A name means the same wherever no
 * other table has it.
 */
const FIELD_WORDS: Words = {
  id: 'The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.',
  status: 'The HTTP status.',
  message: 'The identifier of the answer, or of what was refused. It does not change.',
  data: 'What the answer is about.',
  adresseMail: 'E-mail address. Only the user sees it; the owner of an algorithm sees one that they typed.',
  email:
    'E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain.',
  pseudo:
    'The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link.',
  dateInscription: 'Date of registration, in milliseconds since the Unix epoch.',
  isVerified: 'Whether the e-mail address is confirmed.',
  urlPfp: 'Address of the profile picture: http or https, without user name and password. Null for none.',
  locale: 'The language of mails that others cause. Null: that of the service.',
  shareMails: 'Whether a mail tells the user that somebody shares an algorithm with them.',
  password:
    'It is normalised to NFC before its code points are counted, so a text in another form may have more of them, or fewer.',
  currentPassword:
    'The password of the account. It is normalised to NFC before its code points are counted. To delete the account it is needed only if the server is set so.',
  newPassword:
    'The password from now on. It is normalised to NFC before its code points are counted. It ends every other session.',
  newEmail:
    'The e-mail address that the account is to have. The rules are those of a registration. Nothing changes until the link in the mail to it is used.',
  requestedUserId: 'Ignored: it is the user of the access token.',
  token: 'The access token: send it as `Authorization: Bearer TOKEN`. Only this answer has it.',
  dateExpiration:
    'When it ends, in milliseconds since the Unix epoch: an access token if it is not used again, a deleted algorithm for good, a share that waits for an e-mail address.',
  dateSuppression: 'Date of deletion, in milliseconds since the Unix epoch.',
  utilisateur: 'The user.',
  session: 'The session of the access token.',
  sessionId: 'The id of the session. It tells nothing of the access token, and nobody can log in with it.',
  client: 'The program that logged in, by its `User-Agent`, as `Firefox, Linux`. Null if it is not known.',
  address:
    'The network that logged in: the /24 of an IPv4 address, the /48 of an IPv6 address. The whole address is not kept. Null if it is not known.',
  isCurrent: 'Whether it is the session of the access token.',
  dateUtilisation:
    'The last recorded use, in milliseconds since the Unix epoch. A use is recorded at most once in five minutes, soon after it.',
  nom: 'Name of the algorithm or folder. It must not have characters that set the direction of text.',
  dateCreation: 'Date of creation, in milliseconds since the Unix epoch.',
  dateModification:
    'Date of the last change by its owner or a writer, in milliseconds since the Unix epoch; of a former version, when its source code was saved.',
  dossierId: 'The folder of the requester in which the algorithm is; null: at the top.',
  ownerId: 'The id of the user to whom the algorithm belongs.',
  droits: 'A right: of the requester, or in `permsAlgorithme` of the user who is named there.',
  permsAlgorithme:
    'Users with whom the algorithm is shared. Only the owner sees it and may send it. Each user must exist, must be in it only once, and must not be the owner.',
  idUtilisateur:
    'The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`.',
  date: 'Since when there is the share, in milliseconds since the Unix epoch.',
  shares: 'Users with whom the algorithm is shared, in the order in which they got the right.',
  waiting: 'Shares that wait until somebody confirms an e-mail address.',
  sourceCode: `The algorithm as a JSON object or array. As compact JSON it has at most ${maxBytes} bytes, ${maxDepth} levels and ${maxValues} values, no key \`__proto__\`, and no number that a 64-bit float changes. Settings can change these bounds.`,
  version: 'The version of the record: its `ETag` without the quotes. Every change raises it.',
  parentId: 'The folder that it lies in. Null at the top.',
  dossiers: 'All folders of the user, by ascending id.',
  path: 'Where: a JSON Pointer. Of a file or folder that was imported: its path in the ZIP; empty for a body of JSON.',
  outcome:
    '`created`; `present`: the user had it already, with the same name, folder and content; `refused`: see `message` and `violations`.',
  dossier:
    'The names of the folders in which it is, from the top. Those that are missing are made. Default: none, it is at the top.',
  violations: 'What is wrong with a file that was refused: at most ten things.',
  rule: 'The rule that is violated. It does not change.',
  success: 'Whether the source code is an algorithm.',
  issues: 'What is wrong with the source code.',
  stores: 'The stores that cannot answer.',
  algos: 'The number of algorithms.',
  bytes: 'Bytes of source code, as compact JSON.',
  used: 'How much there is now.',
  limit: 'The most that is allowed. Null if the server is set so that there is no limit.',
  usage: 'What the user owns, and may own.',
  requestId: 'The id of the request: the log has the cause under it.',
  serviceRight: 'Of an owner of the service: what they may do. Others have none.',
  versions: 'Bytes of former versions, beside `used`: they have a room of their own.',
  bin: 'How much of what is used is in the bin.',
  people: 'How many users they are shared with.',
  line: 'The line of the body where its JSON is wrong, from 1. Null if it is not known.',
  column: 'The column of that line, from 1. Null if it is not known.',
  types: 'The media types that are accepted.',
  isComplete: 'Whether nothing is left that waits. Else the request may be sent again.',
};

/** The same of the routes for owners of the service, where it is more or something else; of a field in another field by both names. */
const OWNER_WORDS: Words = {
  id: 'Of an account: its number. Of an event: its place among all events.',
  accounts: 'The accounts of this page.',
  isDisabled: 'Whether every login to the account is refused.',
  next: 'The `after` of the next page. Null when this is the last one.',
  damaged: 'The ids of records that are damaged in the store, and so are left out.',
  adresseMail: 'E-mail address of the account.',
  failing: 'The stores that cannot serve now.',
  mails:
    'The mails that wait, are being sent, or were given up; of the health their counts, null if they cannot be read.',
  'kinds.mails': 'Where mails go.',
  waiting: 'How many mails are to be sent, those included that are being sent now.',
  givenUp: 'How many mails were given up.',
  isLeast: 'Whether there are more than these: each number is 1,000 at most.',
  oldest: 'Since when the oldest of them waits, in milliseconds since the Unix epoch. Null if none does.',
  server: 'What the server that answers says of itself. Null: it says nothing, or not in time.',
  version: 'The version of the program.',
  kinds: 'What each store is, such as `SQLite`, `files` or `SMTP`.',
  records: 'What the store of records is.',
  content: 'What the store of source code is.',
  disks: 'Each disk that stores write to.',
  holds: 'The stores that write to it.',
  freeBytes: 'How many bytes are free.',
  reserveBytes: 'How many bytes are kept for a full disk.',
  mailTries: 'The last tries of this server to send a mail, since its start.',
  taken: 'The last that the mail server took, in milliseconds since the Unix epoch. Null: there was none.',
  refused: 'The last that the mail server did not take, in milliseconds since the Unix epoch. Null: there was none.',
  contents: 'The verification of source code: the round that runs or was the last. Null: it is switched off.',
  'contents.damaged': 'How many damaged contents it has found.',
  'last.damaged': 'How many damaged contents it found.',
  began: 'When it began, in milliseconds since the Unix epoch.',
  ended: 'When it ended, in milliseconds since the Unix epoch.',
  isRunning: 'Whether it runs now.',
  last: 'The last round that has ended. Null: there was none.',
  database: 'The last check that the database made of itself since the start. Null: there was none.',
  result: 'What the check found; `failed`: it could not be made.',
  name: 'The name of the mail.',
  place: '`failed`: it was given up.',
  to: 'The address that it goes to.',
  kind: 'Of a mail: what it is for. Of an event: what happened.',
  date: 'Since when a mail waits; when an event happened, or a check: in milliseconds since the Unix epoch.',
  tries:
    'How often it was tried to send it since it was asked for or retried. Tries do not count while the mail server cannot be reached.',
  nextTry: 'When it is tried again, in milliseconds since the Unix epoch. Null for a mail that was given up.',
  answer: 'The answer of the mail server to the last try that counts. Null: there was none.',
  events: 'The events of this page, the newest first.',
  actorId: 'The user who acted. Null when unknown, and for a command on the machine.',
  targetId:
    'The user that it was done to, or the algorithm where `kind` begins with `algo.`. Null when unknown, or there is none.',
  address:
    'The network of the client: the /24 of an IPv4 address, the /48 of an IPv6 address. Null if it is not known.',
  requestId: 'The id of the request: by it the log is searched for what else the request did.',
  limit: 'Of an account: the most that is allowed, null for no limit. Of an event `limit.refused`: which limit.',
};

/** The same of single routes. */
const ROUTE_WORDS: Readonly<Record<string, Words>> = {
  acceptInvitation: { algos: 'The ids of the algorithms that the user can read or change now.' },
  leaveOwner: { algos: 'How many rights were given up.' },
  adminCountShares: { algos: 'How many algorithms of the account others can access.' },
};

/** The words for the fields of a route; for those of no route in particular without one. */
export const wordsOf = (route?: Pick<Route, 'id' | 'group'>): Words => ({
  ...FIELD_WORDS,
  ...(route?.group === 'admin' && OWNER_WORDS),
  ...ROUTE_WORDS[route?.id ?? ''],
});

/** All of them, by the name of the field. */
export function wordsByField(): Words {
  const found = new Map<string, string>(Object.entries(FIELD_WORDS));
  const add = (name: string, words: string): void => {
    const known = found.get(name);
    found.set(name, known === undefined ? words : `${known} ${words}`);
  };
  for (const [name, words] of Object.entries(OWNER_WORDS)) add(name, `For owners: ${words}`);
  for (const [id, all] of Object.entries(ROUTE_WORDS))
    for (const [name, words] of Object.entries(all)) add(name, `Of \`${id}\`: ${words}`);
  return Object.fromEntries(found);
}
