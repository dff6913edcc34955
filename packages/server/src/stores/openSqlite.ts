import { openSqliteStore, type SqliteStore, type StoreFileError } from '@algotheque/adapters-sqlite';
import type { DiskRoom, EmailCase, OnNotice, OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { matchContent, type Pair, refuseNoDatabase } from './contentMatch.ts';
import type { OpenedRecords } from './records.ts';

interface SqliteParts {
  readonly onProblem: OnProblem;
  /** Gets one line when the schema was upgraded. Default: `console.error`. */
  readonly onNotice?: OnNotice;
  readonly room: DiskRoom;
  readonly closing: Closing;
  readonly onCommit?: ((writes: number) => void) | undefined;
  /** Default: addresses are compared as the store did before. */
  readonly emailCase?: EmailCase;
}

/** The records of an embedded database, which can keep content in files too. */
export type EmbeddedRecords = OpenedRecords & Pick<SqliteStore, 'contentIn'>;

/**
 * Opens the embedded database of a folder of content. `refused` rejects if the file can no longer be used later.
 * @throws ContentMismatchError when the two do not belong together
 */
export function openSqlite(
  pair: Pair,
  { onProblem, onNotice, room, closing, onCommit, emailCase }: SqliteParts,
): EmbeddedRecords {
  refuseNoDatabase(pair);
  const { promise: refused, reject } = Promise.withResolvers<never>();
  refused.catch((problem: unknown) => onProblem(problem, 'store')); // at once: it may be rejected while the start goes on
  const onBroken = (problem: StoreFileError): void => reject(problem);
  const opened = openSqliteStore(pair.path, {
    onProblem,
    ...(onNotice !== undefined && { onNotice }),
    onBroken,
    room,
    ...(onCommit !== undefined && { onCommit }),
    ...(emailCase !== undefined && { emailCase }),
  });
  const store = closing.add(opened, () => opened.close(), pair.path);
  matchContent(store.contentOwner, pair);
  const { users, algos, folders, sessionStore, limiter, deletions, portable, contentIn } = store;
  return { users, algos, folders, sessionStore, limiter, deletions, portable, contentIn, awaited: null, refused };
}
