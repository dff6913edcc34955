import { initial } from './0001-initial.ts';
import { hardening } from './0002-hardening.ts';

/** Brings an empty database to version 1, that to version 2, and so on. What was released is never changed, only added to. */
export const MIGRATIONS: readonly string[] = [initial, hardening];

/** The tables of the latest version. */
export const TABLES: readonly string[] = [
  'users',
  'tokens',
  'algos',
  'algoIds',
  'access',
  'usage',
  'folders',
  'deletions',
  'counters',
  'places',
  'remembered',
  'importMark',
  'contentOwner',
];

/** "ALGO" in ASCII: how `PRAGMA application_id` marks the file as ours. */
export const APPLICATION_ID = 0x414c474f;
