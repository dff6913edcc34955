import type { ReadPorts, StoreFinding } from '@algotheque/domain';
import type { Mending } from './look.ts';

/** What a finding means, and what `--repair` does about it. */
export interface Explanation {
  readonly means: string;
  readonly repair: string;
}

const LISTED = 'Nothing, it is only listed.';
const TO_LOST_AND_FOUND = 'Moves it to `lost+found/` of its folder (on MongoDB: to the collection `lostAndFound`).';

/** Every kind of finding. Codes are stable: scripts may rely on them. */
export const CODES = {
  'store-integrity': {
    means: 'SQLite finds the database file itself damaged: its pages, its indexes, or a value that the schema forbids.',
    repair: 'Makes all indexes anew. If pages are damaged, restore the database from a backup.',
  },
  'schema-part': {
    means: 'A table, an index or a trigger of the database is missing, or is not as this release makes it.',
    repair: 'Makes an index or a trigger anew. A table is only listed.',
  },
  'owner-id': {
    means:
      'The database belongs to another folder of content. Contents and files were not looked at, because the wrong folder may be mounted or named.',
    repair: `${LISTED} docs/operations.md says what to do about a database and a folder that do not belong together.`,
  },
  'record-damaged': {
    means: 'A record cannot be what the server wrote: requests that need it get 500, and lists leave it out.',
    repair: `${LISTED} Restore it from a backup, or correct the field by hand.`,
  },
  'email-twice': {
    means:
      'Two users have the same e-mail address, so only one of them can log in; or one has the address that the other can take back.',
    repair: LISTED,
  },
  'email-key': {
    means:
      'A key by which a user is compared and found is not that of the e-mail address or name, so this user may not be found, or the address may be taken twice.',
    repair: 'Makes the keys of all users anew.',
  },
  'user-hidden': {
    means: 'A user is marked as deleted, but no deletion is under way: their data is hidden and stays for good.',
    repair: `${LISTED} Set \`deleted\` to 0 (MongoDB: false) to bring the user back.`,
  },
  'session-without-user': {
    means: 'A session is open for a user who does not exist. A later user with this id could be taken for them.',
    repair: 'Ends the session. Its former values are kept in `lost+found/`.',
  },
  'session-ahead': {
    means:
      'A session belongs to a later password than its user has: the users are probably from an older backup. It would be valid again after a change of the password.',
    repair: 'Ends the session. Its former values are kept in `lost+found/`.',
  },
  'algo-without-owner': {
    means: 'The owner of an algorithm does not exist, so nobody can change or delete it.',
    repair: LISTED,
  },
  'grant-without-user': {
    means: 'An algorithm is shared with a user who does not exist. A later user with this id would get the right.',
    repair: 'Takes the right out of the record. The former record is kept in `lost+found/`.',
  },
  'content-missing': {
    means:
      'The store does not have the content that a record names. Reading the algorithm gets 500 until somebody saves it again; it may be in the bin.',
    repair: `${LISTED} Restore the content from a backup.`,
  },
  'content-damaged': {
    means:
      'The content of an algorithm does not have the SHA-256 that its record names: a disk or somebody changed it.',
    repair: `${LISTED} Restore the content from a backup.`,
  },
  'content-unreadable': {
    means: 'The content of an algorithm cannot be read: the system refuses it.',
    repair: `${LISTED} Look at the modes of the file and at the disk.`,
  },
  'content-not-json': {
    means: 'The content of an algorithm is as it was saved, but is no JSON text, which no version of the server saves.',
    repair: LISTED,
  },
  'content-size': {
    means: 'A record states another size than its content has, so the quota of its owner is counted wrongly.',
    repair: 'Sets the size in the record. The former record is kept in `lost+found/`.',
  },
  'bin-and-record': {
    means:
      'An algorithm is a record and is in the bin, too: no version of the server writes that. Its deletion replaces what is in the bin, and it cannot be restored.',
    repair: `${LISTED} Its owner can remove it from the bin.`,
  },
  'bin-without-owner': {
    means: 'The owner of a deleted algorithm does not exist.',
    repair: `${LISTED} It ends by its date.`,
  },
  'history-damaged': {
    means:
      'What the history has of an algorithm does not have the SHA-256 or the size that it should have: a disk or somebody changed it.',
    repair: `${LISTED} It ends by its date.`,
  },
  'history-without-owner': {
    means: 'The owner of an entry of the history does not exist.',
    repair: `${LISTED} It ends by its date.`,
  },
  'folder-without-owner': {
    means: 'The owner of folders does not exist.',
    repair: LISTED,
  },
  'file-without-record': {
    means: 'A file of content has no record. No server reads it.',
    repair: TO_LOST_AND_FOUND,
  },
  'file-other-version': {
    means: 'A file has other content than its record names. The next save of the algorithm would replace it.',
    repair: TO_LOST_AND_FOUND,
  },
  'file-foreign': {
    means: 'Something that can be no content has the name of a file of content.',
    repair: TO_LOST_AND_FOUND,
  },
  'file-unknown': {
    means: 'Something in the folder of content has a name that no server gives. No server reads or removes it.',
    repair: LISTED,
  },
  'staged-leftover': {
    means:
      'Content was staged, no record came to name it, and a server should have removed it long ago. Its request got no success.',
    repair: TO_LOST_AND_FOUND,
  },
  'content-without-record': {
    means:
      'A content in the database has no record or former version, and nothing is under way that needs it. No server reads it.',
    repair: TO_LOST_AND_FOUND,
  },
  'counter-behind': {
    means: 'The highest id that was given is lower than an id in use, so a new record could get the id of another one.',
    repair: 'Raises the counter to the highest id in use.',
  },
  'counter-ahead': {
    means:
      'The highest id that was given is one that no server can have reached, so somebody has written it. Few ids or none are left for new records.',
    repair: `${LISTED} Set it by hand, while no server runs, to the highest id that was really given.`,
  },
  'sums-wrong': {
    means:
      'The sums of a quota, the index of rights, that of former e-mail addresses, or what users are found by are not those of the records.',
    repair: 'Makes the sums and the indexes anew from the records.',
  },
  'links-local': {
    means:
      'A mail server is set, but the links of mails lead to an address that is another machine for each reader. A server does not start with such settings.',
    repair: `${LISTED} Set \`ALGOTHEQUE_URL\`, or \`ALGOTHEQUE_LOCAL_LINKS=on\` if this is meant.`,
  },
} as const satisfies Readonly<Record<string, Explanation>>;

export type FindingCode = keyof typeof CODES;

export interface Finding extends Omit<StoreFinding<FindingCode>, 'mend'> {
  /** Whether it is so by what is stored now: a server may have changed what was listed. Absent where it was looked at twice already. */
  readonly isStill?: (ports: ReadPorts) => Promise<boolean>;
  /** Mends it, and resolves to what was done, in words. Absent where nothing can be mended. */
  readonly mend?: (mending: Mending, ports: ReadPorts) => Promise<string>;
}
