import { resolve } from 'node:path';
import { endableView, type HeldView, ImportRefusedError, type StoreView } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { readersOf } from '../connection/readers.ts';
import { prepareFile, statOf } from '../connection/storeFile.ts';
import { StoreFileError, StoreImportingError } from '../errors.ts';
import { type ContentOwner, contentOwner } from '../schema/contentMatch.ts';
import { inspect, requireSchema } from '../schema/inspect.ts';
import { sqliteStoreView } from './storeView.ts';
import { copiesOf } from './tables.ts';

/** Views of a store that another process may use. */
export interface SqliteViews {
  /** Shows each time what is committed then. */
  readonly present: StoreView;
  /** The folder that has the content of the algorithms. */
  readonly contentOwner: Pick<ContentOwner, 'find'>;
  /** A view of this moment. One at a time. While it lasts, the log of the store grows by what is written. */
  take(): HeldView;
  /**
   * As `take`; other processes wait with their commits until `letGo`, or fail when their longest wait ends (a server waits for 5 s).
   */
  takeHeld(): HeldView & { letGo(): void };
  /** Whether the store holds nothing now. */
  isEmpty(): boolean;
  close(): void;
}

/** How long `takeHeld` waits for another process that writes. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the store at `path` beside the server that uses it. Nothing is made or migrated.
 * @throws StoreFileError when there is no store, it is of another release, or an import into it is not finished; UnavailableError
 */
export function openSqliteViews(path: string): SqliteViews {
  const file = resolve(path);
  if ((statOf(file, file)?.size ?? 0) === 0) throw new StoreFileError(file, 'holds no store');
  prepareFile(file);
  inspect(file, { importing: false, busyTimeoutMs: BUSY_TIMEOUT_MS });
  const { connect, close } = readersOf(file, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  try {
    const present = connect();
    requireSchema(present);
    return viewsOn({ present, moment: connect() }, close);
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * @throws ImportRefusedError when the store in the file holds anything that is of no unfinished import; as `openSqliteViews` when it is
 *   none
 */
export function requireEmptyFile(path: string): void {
  try {
    const views = openSqliteViews(path);
    try {
      if (!views.isEmpty()) throw new ImportRefusedError(`The store file ${path} is not empty`);
    } finally {
      views.close();
    }
  } catch (error) {
    if (!(error instanceof StoreImportingError)) throw error;
  }
}

function viewsOn(
  { present, moment }: { readonly present: Connection; readonly moment: Connection },
  close: () => void,
): SqliteViews {
  const presentView = sqliteStoreView(present);
  const momentView = sqliteStoreView(moment);
  const first = moment.prepare('SELECT 1 FROM sqlite_schema LIMIT 1');
  const take = (): HeldView => {
    moment.read(() => {
      moment.exec('BEGIN');
      first.get(); // only a read begins the view
    });
    return endableView(momentView, async () => end(moment));
  };
  return {
    present: presentView,
    contentOwner: contentOwner(present),
    take,
    takeHeld() {
      present.read(() => present.exec('BEGIN IMMEDIATE'));
      try {
        return Object.assign(take(), { letGo: () => end(present) });
      } catch (error) {
        end(present);
        throw error;
      }
    },
    isEmpty: () => Object.values(copiesOf(present)).every((copy) => copy.isEmpty()),
    close,
  };
}

function end(connection: Connection): void {
  if (connection.isOpen && connection.isInTransaction) connection.exec('ROLLBACK');
}
