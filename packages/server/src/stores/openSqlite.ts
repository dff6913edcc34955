import { openSqliteStore } from '@algotheque/adapters-sqlite';
import type { Closing } from '../closing.ts';
import type { OpenedRecords } from './records.ts';

/** Opens the embedded database. */
export function openSqlite(path: string, closing: Closing): OpenedRecords {
  const store = closing.add(openSqliteStore(path), (opened) => opened.close());
  const { users, algos, folders, tokenStore, limiter, deletions, portable } = store;
  return {
    users,
    algos,
    folders,
    tokenStore,
    limiter,
    deletions,
    portable,
    awaited: null,
    refused: new Promise(() => {}),
  };
}
