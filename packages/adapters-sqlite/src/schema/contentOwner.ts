import type { Connection } from '../connection/connection.ts';
import { orNull, RowReader } from '../connection/rowReader.ts';

const column = new RowReader('contentOwner', 'id');

/**
 * Records in the database which folder has the content of its algorithms, by the id in the folder. So a database
 * that was restored beside the content of another store is recognised. All methods throw UnavailableError.
 */
export function contentOwner(connection: Connection) {
  const find = connection.prepare('SELECT id, owner FROM contentOwner WHERE id = 1');
  const record = connection.prepare('INSERT OR REPLACE INTO contentOwner (id, owner) VALUES (1, ?)');
  const findAlgo = connection.prepare(
    'SELECT id FROM algos WHERE id > 0 UNION ALL SELECT id FROM bin WHERE id > 0 LIMIT 1',
  );
  const findGivenId = connection.prepare('SELECT id FROM algoIds WHERE id = 1 AND last > 0');
  const hasAlgos = (): boolean => connection.read(() => findAlgo.get()) !== undefined;
  return {
    /** The id of the folder; null if none was recorded. */
    find: (): string | null => connection.read(() => orNull(find.get(), (row) => column.text(row, 'owner'))),
    /** Records the id of the folder, durably. */
    record(owner: string): void {
      connection.write(() => record.run(owner));
    },
    /** Whether there is an algorithm, perhaps in the bin. */
    hasAlgos,
    /** Whether there was ever an algorithm: ids are not given again. */
    hadAlgos: (): boolean => hasAlgos() || connection.read(() => findGivenId.get()) !== undefined,
  };
}

export type ContentOwner = ReturnType<typeof contentOwner>;
