import type { PortableKind } from '@algotheque/domain';
import { checkAlgos } from './checks/algos.ts';
import { checkContentDocuments } from './checks/contentDocuments.ts';
import { checkContents } from './checks/contents.ts';
import { checkCounters } from './checks/counters.ts';
import { checkDeletions } from './checks/deletions.ts';
import { checkEmailKeys } from './checks/emailKeys.ts';
import { checkFiles } from './checks/files.ts';
import { checkFolders } from './checks/folders.ts';
import { checkMails } from './checks/mails.ts';
import { checkOwnerId } from './checks/ownerId.ts';
import { checkSessions } from './checks/sessions.ts';
import { checkIntegrity, checkSchema, checkSums } from './checks/storeFile.ts';
import { checkUnwritten } from './checks/unwritten.ts';
import { checkUsers } from './checks/users.ts';
import type { Finding } from './finding.ts';
import type { Look } from './look.ts';

/** Reads a part of a store, and yields what is wrong in it. */
export interface Check {
  /** Whether it looks at records alone, so that it can look through a backup too. */
  readonly isOfRecords?: true;
  /** What is checked, in few words. */
  readonly name: string;
  /** The records that it reads one by one. */
  readonly rows?: PortableKind;
  run(look: Look): AsyncGenerator<Finding>;
}

/** All checks in their order: later ones use what earlier ones have read, and a repair of records comes before that of their sums. */
export const CHECKS: readonly Check[] = [
  { name: 'database file', run: checkIntegrity },
  { name: 'schema', run: checkSchema },
  { name: 'owner-id', run: checkOwnerId },
  { name: 'deletions', isOfRecords: true, run: checkDeletions },
  { name: 'users', isOfRecords: true, rows: 'user', run: checkUsers },
  { name: 'e-mail keys', run: checkEmailKeys },
  { name: 'sessions', isOfRecords: true, rows: 'session', run: checkSessions },
  { name: 'algorithms', isOfRecords: true, rows: 'algo', run: checkAlgos },
  { name: 'contents', rows: 'algo', run: checkContents },
  { name: 'folders', isOfRecords: true, rows: 'folder', run: checkFolders },
  { name: 'unwritten', run: checkUnwritten },
  { name: 'files', run: checkFiles },
  { name: 'content documents', run: checkContentDocuments },
  { name: 'ids', isOfRecords: true, run: checkCounters },
  { name: 'sums', run: checkSums },
  { name: 'mails', run: checkMails },
];

/** The checks that a backup has to pass as well as a store. */
export const RECORD_CHECKS: readonly Check[] = CHECKS.filter(({ isOfRecords }) => isOfRecords === true);
