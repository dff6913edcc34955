import type { ReadPorts, StoreFinding } from '@algotheque/domain';
import type { Mending } from './look.ts';

/** What a finding means, and what `--repair` does about it. */
export interface Explanation {
  readonly means: string;
  readonly repair: string;
}

const mended = (means: string, repair: string): Explanation => ({ means, repair });

/** Nothing is done about it. @param advice what a person can do */
const listed = (means: string, ...advice: readonly string[]): Explanation =>
  mended(means, ['Nothing, it is only listed.', ...advice].join(' '));

const TO_LOST_AND_FOUND = 'Moves it to `lost+found/` of its folder (on MongoDB: to the collection `lostAndFound`).';

/** Every kind of finding. Codes are stable: scripts may rely on them. */
export const CODES = {
  'store-integrity': mended(
    'SQLite finds the database file itself damaged: its pages, its indexes, or a value that the schema forbids.',
    'Makes all indexes anew. If pages are damaged, restore the database from a backup.',
  ),
  'schema-part': mended(
    'A table, an index or a trigger of the database is missing, or is not as this release makes it.',
    'Makes an index or a trigger anew. A table is only listed.',
  ),
  'owner-id': listed(
    'The database belongs to another folder of content. Contents and files were not looked at, because the wrong folder may be mounted or named.',
    'docs/operations.md says what to do about a database and a folder that do not belong together.',
  ),
  'record-damaged': listed(
    'A record cannot be what the server wrote: requests that need it get 500, and lists leave it out.',
    'Restore it from a backup, or correct the field by hand.',
  ),
  'email-twice': listed(
    'Two users have the same e-mail address, so only one of them can log in; or one has the address that the other can take back.',
  ),
  'email-key': mended(
    'A key by which a user is compared and found is not that of the e-mail address or name, so this user may not be found, or the address may be taken twice.',
    'Makes the keys of all users anew.',
  ),
  'user-hidden': listed(
    'A user is marked as deleted, but no deletion is under way: their data is hidden and stays for good.',
    'Set `deleted` to 0 (MongoDB: false) to bring the user back.',
  ),
  'session-without-user': mended(
    'A session is open for a user who does not exist. A later user with this id could be taken for them.',
    'Ends the session. Its former values are kept in `lost+found/`.',
  ),
  'session-ahead': mended(
    'A session belongs to a later password than its user has: the users are probably from an older backup. It would be valid again after a change of the password.',
    'Ends the session. Its former values are kept in `lost+found/`.',
  ),
  'algo-without-owner': listed('The owner of an algorithm does not exist, so nobody can change or delete it.'),
  'grant-without-user': mended(
    'An algorithm is shared with a user who does not exist. A later user with this id would get the right.',
    'Takes the right out of the record. The former record is kept in `lost+found/`.',
  ),
  'content-missing': listed(
    'The store does not have the content that a record names. Reading the algorithm gets 500 until somebody saves it again; it may be in the bin.',
    'Restore the content from a backup.',
  ),
  'content-damaged': listed(
    'The content of an algorithm does not have the SHA-256 that its record names: a disk or somebody changed it.',
    'Restore the content from a backup.',
  ),
  'content-unreadable': listed(
    'The content of an algorithm cannot be read: the system refuses it.',
    'Look at the modes of the file and at the disk.',
  ),
  'content-not-json': listed(
    'The content of an algorithm is as it was saved, but is no JSON text, which no version of the server saves.',
  ),
  'content-size': mended(
    'A record states another size than its content has, so the quota of its owner is counted wrongly.',
    'Sets the size in the record. The former record is kept in `lost+found/`.',
  ),
  'bin-and-record': listed(
    'An algorithm is a record and is in the bin, too: no version of the server writes that. Its deletion replaces what is in the bin, and it cannot be restored.',
    'Its owner can remove it from the bin.',
  ),
  'bin-without-owner': listed('The owner of a deleted algorithm does not exist.', 'It ends by its date.'),
  'history-damaged': listed(
    'What the history has of an algorithm does not have the SHA-256 or the size that it should have: a disk or somebody changed it.',
    'It ends by its date.',
  ),
  'history-without-owner': listed('The owner of an entry of the history does not exist.', 'It ends by its date.'),
  'folder-without-owner': listed('The owner of folders does not exist.'),
  'file-without-record': mended('A file of content has no record. No server reads it.', TO_LOST_AND_FOUND),
  'file-other-version': mended(
    'A file has other content than its record names. The next save of the algorithm would replace it.',
    TO_LOST_AND_FOUND,
  ),
  'file-foreign': mended('Something that can be no content has the name of a file of content.', TO_LOST_AND_FOUND),
  'file-unknown': listed(
    'Something in the folder of content has a name that no server gives. No server reads or removes it.',
  ),
  'staged-leftover': mended(
    'Content was staged, no record came to name it, and a server should have removed it long ago. Its request got no success.',
    TO_LOST_AND_FOUND,
  ),
  'content-without-record': mended(
    'A content in the database has no record or former version, and nothing is under way that needs it. No server reads it.',
    TO_LOST_AND_FOUND,
  ),
  'counter-behind': mended(
    'The highest id that was given is lower than an id in use, so a new record could get the id of another one.',
    'Raises the counter to the highest id in use.',
  ),
  'counter-ahead': listed(
    'The highest id that was given is one that no server can have reached, so somebody has written it. Few ids or none are left for new records.',
    'Set it by hand, while no server runs, to the highest id that was really given.',
  ),
  'sums-wrong': mended(
    'The sums of a quota, the index of rights, that of former e-mail addresses, or what users are found by are not those of the records.',
    'Makes the sums and the indexes anew from the records.',
  ),
  'links-local': listed(
    'A mail server is set, but the links of mails lead to an address that is another machine for each reader. A server does not start with such settings.',
    'Set `ALGOTHEQUE_URL`, or `ALGOTHEQUE_LOCAL_LINKS=on` if this is meant.',
  ),
} as const satisfies Readonly<Record<string, Explanation>>;

export type FindingCode = keyof typeof CODES;

export interface Finding extends Omit<StoreFinding<FindingCode>, 'mend'> {
  /** Whether it is so by what is stored now: a server may have changed what was listed. Absent where it was looked at twice already. */
  readonly isStill?: (ports: ReadPorts) => Promise<boolean>;
  /** Mends it, and resolves to what was done, in words. Absent where nothing can be mended. */
  readonly mend?: (mending: Mending, ports: ReadPorts) => Promise<string>;
}
