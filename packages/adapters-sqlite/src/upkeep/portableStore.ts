import {
  ImportRefusedError,
  interruptedImport,
  type PortableKind,
  type PortableRows,
  type PortableStore,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { TABLES } from '../schema/migrations.ts';
import type { Copy } from './tableCopy.ts';
import { copiesOf, rowsOf } from './tables.ts';

/** What a store has from its beginning on. */
const DECIDED = new Set(['algoIds', 'emailCase']);

/** @param now milliseconds since the Unix epoch, for the date of an import's mark */
export function sqlitePortableStore(connection: Connection, now: () => number): PortableStore {
  const copies = copiesOf(connection);
  const findMark = connection.prepare('SELECT source FROM importMark');
  const mark = connection.prepare('REPLACE INTO importMark (id, source, since) VALUES (1, ?, ?)');
  const unmark = connection.prepare('DELETE FROM importMark');
  const refusal = (problem: string) => new ImportRefusedError(`The store file ${connection.path} ${problem}`);
  return {
    ...rowsOf(copies),
    async beginImport({ source, anew = false, isLeft = false }) {
      connection.write(() => {
        const marked = findMark.get()?.['source'];
        if (!Object.values(copies).every((copy) => copy.isEmpty())) {
          if (marked === undefined && !isLeft) throw refusal('is not empty');
          if (!anew) throw refusal(interruptedImport(marked));
          for (const table of [...TABLES, 'sqlite_sequence'])
            if (!DECIDED.has(table)) connection.exec(`DELETE FROM ${table}`);
          connection.exec('UPDATE algoIds SET last = 0');
        }
        mark.run(source, now());
      });
    },
    async importRows<Kind extends PortableKind>(kind: Kind, imported: readonly PortableRows[Kind][]) {
      const copy: Copy<Kind> = copies[kind];
      copy.put(imported);
    },
    async endImport() {
      connection.write(() => unmark.run());
    },
  };
}
