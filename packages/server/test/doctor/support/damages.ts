import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FindingCode } from '../../../src/doctor/codes.ts';
import { ask, edit } from './examined.ts';

/**
 * A damage that is made by hand in the sample store: user 1 owns algorithms 1 to 4 and has 5 in the bin, user 3 and algorithm 6 are gone.
 */
export interface Damage {
  readonly what: string;
  make(dataDir: string): unknown;
  /** What a look finds. */
  readonly found: readonly FindingCode[];
  /** What is left after a repair. */
  readonly left: readonly FindingCode[];
}

const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const algo = (dataDir: string, name: string): string => join(dataDir, 'algos', name);
const refOf = (content: string): string => `${'0'.repeat(32)}-${createHash('sha256').update(content).digest('hex')}`;
/** User 3 exists no more, and its deletion is not under way any more either. */
const FORGET = 'DELETE FROM deletions;';

/** SQL, or what is done to the files. */
type Make = string | Damage['make'];

const damage = (found: readonly FindingCode[], left: readonly FindingCode[], what: string, make: Make): Damage => ({
  what,
  make: typeof make === 'string' ? (dataDir) => edit(dataDir, make) : make,
  found,
  left,
});
const listed = (code: FindingCode, what: string, make: Make): Damage => damage([code], [code], what, make);
const mended = (code: FindingCode, what: string, make: Make): Damage => damage([code], [], what, make);

const SESSION = "INSERT INTO tokens VALUES ('d1', 3, 1, 1, 1, 9000000000000, NULL, NULL)";

/** A former address, which is the text of an SQL expression, of version 1. */
const former = (address: string): string =>
  `json_array(json_object('adresseMail', ${address}, 'emailKey', 'z@example.org', 'isVerified', json('true'), 'version', 1, 'date', 1))`;

const BIN_FIELDS =
  'id, nom, dateCreation, dateModification, ownerId, permsAlgorithme, version, ref, contentBytes, places, modifiedBy, dateSource';

/** The folders 1 and 2 of user 1 in other places. */
const folderParents = (first: number | null, second: number | null): string =>
  `UPDATE folderTrees SET folders = json_set(folders, '$[0].parentId', ${first ?? 'NULL'}, '$[1].parentId', ${second ?? 'NULL'})`;

const RECORDS: readonly Damage[] = [
  listed('record-damaged', 'a user', "UPDATE users SET pseudo = '' WHERE id = 2"),
  listed('record-damaged', 'a session', 'UPDATE tokens SET dateCreation = -1'),
  listed('record-damaged', 'an algorithm', "UPDATE algos SET nom = '' WHERE id = 2"),
  listed('record-damaged', 'folders that are no folders', "UPDATE folderTrees SET folders = '[7]'"),
  listed('record-damaged', 'two folders in each other', folderParents(2, 1)),
  listed('record-damaged', 'a folder in one that is not there', folderParents(null, 9)),
  listed('record-damaged', 'a deletion', 'UPDATE deletions SET date = -1'),
  listed(
    'record-damaged',
    'a former address of a later change',
    `UPDATE users SET formerEmails = ${former("'z@example.org'")} WHERE id = 2`,
  ),
  listed(
    'email-twice',
    'an address that another user can take back',
    `UPDATE users SET emailVersion = 1, formerEmails = ${former('(SELECT adresseMail FROM users WHERE id = 1)')} WHERE id = 2`,
  ),
  mended('email-key', 'a key of an address', "UPDATE users SET emailKey = 'x' WHERE id = 2"),
  listed('user-hidden', 'a user with a mark', 'UPDATE users SET deleted = 1 WHERE id = 2'),
  mended('session-without-user', 'a session of a deleted user', `${FORGET} ${SESSION}`),
  mended('session-ahead', 'a session of a later password', 'UPDATE tokens SET credentialsVersion = 9'),
  listed('record-damaged', 'an entry of the history', "UPDATE history SET nom = ''"),
  listed('history-damaged', 'the size of an entry', 'UPDATE history SET contentBytes = 1'),
  mended('sums-wrong', 'the sums of what was deleted', 'UPDATE usage SET algos = algos + 1, bytes = bytes + 1'),
  mended('sums-wrong', 'the sums of former versions', 'UPDATE versionBytes SET bytes = bytes + 1'),
  listed('record-damaged', 'a deleted algorithm', "UPDATE bin SET nom = ''"),
  mended('content-size', 'the size of a deleted algorithm', 'UPDATE bin SET contentBytes = 5'),
  listed(
    'bin-and-record',
    'a deleted algorithm that is a record, too',
    `INSERT INTO bin (${BIN_FIELDS}, dateSuppression) SELECT ${BIN_FIELDS}, 1 FROM algos WHERE id = 2`,
  ),
  listed('bin-without-owner', 'a deleted algorithm of a deleted user', `${FORGET} UPDATE bin SET ownerId = 3`),
  listed('history-without-owner', 'an entry of a deleted user', `${FORGET} UPDATE history SET ownerId = 3`),
  listed('algo-without-owner', 'an algorithm of a deleted user', `${FORGET} UPDATE algos SET ownerId = 3 WHERE id = 2`),
  mended(
    'grant-without-user',
    'a right of a deleted user',
    `${FORGET} UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":3,"droits":"Read","date":1}]' WHERE id = 2`,
  ),
  mended('content-size', 'a size', 'UPDATE algos SET contentBytes = 5 WHERE id = 3'),
  listed('folder-without-owner', 'folders of a deleted user', `${FORGET} UPDATE folderTrees SET ownerId = 3`),
  mended('counter-behind', 'the last ids', 'UPDATE sqlite_sequence SET seq = 0; UPDATE algoIds SET last = 0'),
  mended('counter-behind', 'the last id of algorithms, not there', 'DELETE FROM algoIds'),
  damage(
    ['counter-behind', 'record-damaged'],
    ['record-damaged'],
    'a damaged algorithm in the bin, whose id was not given',
    "UPDATE bin SET nom = ''; UPDATE algoIds SET last = 4",
  ),
  listed(
    'counter-ahead',
    'a counter without ids for new users',
    "UPDATE sqlite_sequence SET seq = 9007199254740990 WHERE name = 'users'",
  ),
];

const DATABASE: readonly Damage[] = [
  mended(
    'schema-part',
    'a trigger and an index that are not there',
    'DROP TRIGGER usageOfInserted; DROP INDEX algosByOwner',
  ),
  mended('sums-wrong', 'the sums and the index of rights', 'UPDATE usage SET bytes = 1; DELETE FROM access'),
  mended('sums-wrong', 'a name that was edited by hand', "UPDATE algos SET nom = 'Another name' WHERE id = 2"),
  mended('sums-wrong', 'a pseudo that was edited by hand', "UPDATE users SET pseudo = 'Another' WHERE id = 2"),
  mended('sums-wrong', 'a word of no name', "INSERT INTO nameWords VALUES (1, 'absent', 2)"),
  mended('sums-wrong', 'a former address of nobody', "INSERT INTO emailKeys VALUES ('a@b.org', 9)"),
  mended(
    'sums-wrong',
    'sums of nobody',
    'INSERT INTO usage VALUES (9, 1, 1); INSERT INTO access (userId, algoId) VALUES (9, 1)',
  ),
  damage(['schema-part', 'store-integrity'], [], 'an index without its rows', (dataDir) =>
    edit(
      dataDir,
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX algosByOwner ON algos (version)' WHERE name = 'algosByOwner'",
    ),
  ),
];

const PAGE_BYTES = 4_096;

/** Overwrites the page that the table or index begins with. */
export async function overwriteBeginning(dataDir: string, name: string): Promise<void> {
  const path = join(dataDir, 'algotheque.db');
  const page = ask(dataDir, `SELECT rootpage AS answer FROM sqlite_schema WHERE name = '${name}'`);
  const bytes = await readFile(path);
  bytes.fill(0x5a, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
  await writeFile(path, bytes);
}

const PAGES: Damage = listed('store-integrity', 'a page of an index that was overwritten', (dataDir) =>
  overwriteBeginning(dataDir, 'algosByOwner'),
);

const FILES: readonly Damage[] = [
  listed('content-missing', 'a file that is not there', (dataDir) => rm(algo(dataDir, '2.json'))),
  listed('content-missing', 'the file of a deleted algorithm that is not there', (dataDir) =>
    rm(algo(dataDir, 'bin/5.json')),
  ),
  listed('history-damaged', 'the file of a former version that is not there', (dataDir) =>
    rm(algo(dataDir, 'versions'), { recursive: true }),
  ),
  mended('file-without-record', 'the file of a former version that nothing names', (dataDir) =>
    writeFile(algo(dataDir, `versions/6-${refOf('[6]')}.json`), '[6]'),
  ),
  damage(['content-missing', 'file-other-version'], ['content-missing'], 'a file of another version', (dataDir) =>
    writeFile(algo(dataDir, '2.json'), '{"other":1}'),
  ),
  damage(['content-missing', 'file-other-version'], ['content-missing'], 'a file that was cut', (dataDir) =>
    truncate(algo(dataDir, '3.json'), 100),
  ),
  damage(
    ['content-missing', 'file-foreign'],
    ['content-missing'],
    'a folder in the place of a file',
    async (dataDir) => {
      await rm(algo(dataDir, '2.json'));
      await mkdir(algo(dataDir, '2.json'));
    },
  ),
  listed('content-not-json', 'a content that is no JSON', async (dataDir) => {
    await writeFile(algo(dataDir, '2.json'), 'none');
    edit(dataDir, 'UPDATE algos SET contentBytes = 4, ref = ? WHERE id = 2', [refOf('none')]);
  }),
  listed('content-damaged', 'a reference of another form', (dataDir) =>
    edit(dataDir, "UPDATE algos SET ref = 'x' WHERE id = 2"),
  ),
  mended('file-without-record', 'a file without a record', (dataDir) =>
    writeFile(algo(dataDir, '6.json'), '{"mine":1}'),
  ),
  damage(
    ['counter-behind', 'file-without-record'],
    [],
    'a file without a record, whose id was not given yet',
    (dataDir) => writeFile(algo(dataDir, '70.json'), '{"mine":1}'),
  ),
  mended(
    'file-without-record',
    'a file with the highest id that there can be: its counter must leave ids for new records',
    (dataDir) => writeFile(algo(dataDir, `${Number.MAX_SAFE_INTEGER}.json`), '{"mine":1}'),
  ),
  mended('staged-leftover', 'a staged content of long ago', async (dataDir) => {
    const path = algo(dataDir, join('staging', refOf('[1]')));
    await writeFile(path, '[1]');
    await utimes(path, LONG_AGO, LONG_AGO);
  }),
  listed('file-unknown', 'names that no server gives', async (dataDir) => {
    for (const name of ['2.json.bak', '02.json', 'staging/draft']) await writeFile(algo(dataDir, name), '{}');
  }),
  listed('owner-id', 'another owner-id', (dataDir) => writeFile(algo(dataDir, 'owner-id'), 'another folder')),
];

export const DAMAGES: readonly Damage[] = [...RECORDS, ...DATABASE, PAGES, ...FILES];
