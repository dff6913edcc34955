import type { OnDamaged, PortableKind, PortableRows, RowReader } from '@algotheque/domain';
import type { AnyRow } from '../migrate/rows.ts';

/** The rows without the sessions. */
export function withoutSessions(rows: RowReader): RowReader {
  return {
    countRows: async (kind) => (kind === 'session' ? 0 : rows.countRows(kind)),
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      if (kind !== 'session') yield* rows.exportRows(kind, onDamaged);
    },
  };
}

/**
 * The rows with these users as a server leaves them when their deletion has begun: hidden, and with an entry that lets the next server
 * finish it. Ids that are not there are passed over.
 * @param now the date of the entries, milliseconds since the Unix epoch
 */
export function deletedAgain(rows: RowReader, ids: ReadonlySet<number>, now: number): RowReader {
  const there = new Set<number>();
  const changed = (row: AnyRow): AnyRow => {
    if (!('adresseMail' in row) || !ids.has(row.id)) return row;
    there.add(row.id);
    return { ...row, deleted: true };
  };
  return {
    countRows: (kind) => rows.countRows(kind),
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      if (kind === 'deletion') {
        yield (await deletionsOf(rows, there, now)) as readonly AnyRow[] as readonly PortableRows[Kind][]; // rows of this kind
        return;
      }
      for await (const batch of rows.exportRows(kind, onDamaged))
        yield batch.map(changed) as readonly AnyRow[] as readonly PortableRows[Kind][]; // a row of its kind stays one
    },
  };
}

async function deletionsOf(rows: RowReader, more: ReadonlySet<number>, date: number): Promise<AnyRow[]> {
  const all = new Map([...more].map((userId) => [userId, { userId, date }]));
  for await (const batch of rows.exportRows('deletion')) for (const entry of batch) all.set(entry.userId, entry);
  return [...all.values()].sort((one, other) => one.userId - other.userId);
}
