import { initial } from './0001-initial.ts';
import { hardening } from './0002-hardening.ts';
import { unwritten } from './0003-unwritten.ts';
import { disabled, sessionOrigin, withdrawal } from './0004-0006-columns.ts';
import { emailChange } from './0007-email-change.ts';
import { emailKeys } from './0008-email-keys.ts';
import { due } from './0009-due.ts';
import { oneKey } from './0010-one-key.ts';
import { folderTrees } from './0011-folder-trees.ts';
import { search } from './0012-search.ts';
import { history } from './0013-history.ts';
import { shares } from './0014-shares.ts';
import { bin } from './0015-bin.ts';
import { binContents } from './0016-bin-contents.ts';
import { contents } from './0017-contents.ts';
import { rounds } from './0018-rounds.ts';
import { mailboxes } from './0019-mailboxes.ts';
import { access } from './0020-access.ts';

/**
 * The first migrates an empty database to version 1, the second to version 2, and so on. A released one is never
 * changed.
 */
export const MIGRATIONS: readonly string[] = [
  initial,
  hardening,
  unwritten,
  disabled,
  sessionOrigin,
  withdrawal,
  emailChange,
  emailKeys,
  due,
  oneKey,
  folderTrees,
  search,
  history,
  shares,
  bin,
  binContents,
  contents,
  rounds,
  mailboxes,
  access,
];

/** The latest version. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The tables of the latest version. */
export const TABLES: readonly string[] = [
  'users',
  'tokens',
  'algos',
  'algoIds',
  'access',
  'usage',
  'folderTrees',
  'deletions',
  'rounds',
  'counters',
  'places',
  'remembered',
  'importMark',
  'contentOwner',
  'unwritten',
  'contents',
  'emailKeys',
  'emailCase',
  'nameWords',
  'history',
  'bin',
  'versionBytes',
  'sharesDue',
  'waitingShares',
];

/** "ALGO" in ASCII: how `PRAGMA application_id` marks the file as ours. */
export const APPLICATION_ID = 0x414c474f;
