import { openSqliteStore, type StoreFileError } from '@algotheque/adapters-sqlite';
import type { OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { OpenedRecords } from './records.ts';

interface SqliteParts {
  readonly onProblem: OnProblem;
  readonly closing: Closing;
}

/** Opens the embedded database. A file that can no longer be used is refused, however late. */
export function openSqlite(path: string, { onProblem, closing }: SqliteParts): OpenedRecords {
  const { promise: refused, reject } = Promise.withResolvers<never>();
  const onBroken = (problem: StoreFileError): void => reject(problem);
  const store = closing.add(openSqliteStore(path, { onProblem, onBroken }), (opened) => opened.close());
  const { users, algos, folders, tokenStore, limiter, deletions, portable } = store;
  return { users, algos, folders, tokenStore, limiter, deletions, portable, awaited: null, refused };
}
