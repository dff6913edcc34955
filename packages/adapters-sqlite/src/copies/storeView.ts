import type { OnDamaged, PortableKind, StoreView } from '@algotheque/domain';
import { ALGO_COLUMNS, algoOf } from '../algos/algoRows.ts';
import type { Connection } from '../connection/connection.ts';
import { orNull, type Row } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';
import { unwrittenRows } from '../content/unwrittenRows.ts';
import { BIN_COLUMNS, deletedOf } from '../history/binRows.ts';
import { copiesOf } from './tableCopies.ts';
import type { Copy } from './tableCopy.ts';

const BATCH = 1_000;

/** What a connection sees: of one moment within its transaction, else what is committed. */
export function sqliteStoreView(connection: Connection): StoreView {
  const copies = copiesOf(connection, null);
  const unwritten = unwrittenRows(connection);
  const contents = connection.prepare(`
    SELECT id, ref FROM algos WHERE id > :after UNION ALL SELECT id, ref FROM bin WHERE id > :after
    ORDER BY id LIMIT ${BATCH}`);
  const findRecord = connection.prepare(`SELECT ${ALGO_COLUMNS.join(', ')} FROM algos WHERE id = ?`);
  const findDeleted = connection.prepare(`SELECT ${BIN_COLUMNS.join(', ')} FROM bin WHERE id = ?`);
  const read = (statement: Statement, id: number) => connection.read(() => statement.get(id));
  return {
    async *contents() {
      for (let last: number | bigint = 0; ; ) {
        const after: number | bigint = last;
        const found: readonly Row[] = connection.read(() => contents.all({ after }));
        yield found.flatMap(({ id, ref }) => (typeof id === 'number' && typeof ref === 'string' ? [{ id, ref }] : []));
        const end = found.at(-1)?.['id'];
        if (found.length < BATCH || (typeof end !== 'number' && typeof end !== 'bigint')) return;
        last = end;
      }
    },
    countRows: async (kind) => connection.read(() => copies[kind].count()),
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      const copy: Copy<Kind> = copies[kind];
      yield* copy.batches(onDamaged);
    },
    /** The row of `unwritten` has it until the file is durable. */
    content: async ({ id, ref }) => unwritten.find(id, ref)?.bytes ?? null,
    /** Beside a server an algorithm may move between two reads. */
    async find(id) {
      const record = () => orNull(read(findRecord, id), algoOf);
      return record() ?? orNull(read(findDeleted, id), deletedOf) ?? record();
    },
  };
}
