import type { PortableKind, RowReader } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { findingsOf } from '../../src/backup/form/findings.ts';
import { ROW_KINDS } from '../../src/migrate/rows.ts';
import { algos, deleted } from './support/listed.ts';

/** Only these rows. It throws for a kind that is read out of the order of a backup, or twice. */
function rowsOf(rows: Partial<Record<PortableKind, readonly object[]>>): RowReader {
  let last = -1;
  return {
    countRows: async () => 0,
    async *exportRows(kind) {
      if (kind !== 'deletion' && ROW_KINDS.indexOf(kind) <= last) throw new Error(`${kind} is not in its order`);
      if (kind !== 'deletion') last = ROW_KINDS.indexOf(kind);
      yield (rows[kind] ?? []) as never; // the rows of the test are of this kind
    },
  };
}

const date = new Date(0).toISOString();

it('one algorithm of more than 1,000 that is a record and in the bin, too, is found', async () => {
  const rows = rowsOf({
    deletion: [{ userId: 1, date: 1 }], // of their owner, who counts as a user until it ends
    algo: algos(1_001),
    deleted: [deleted(1)],
    lastId: [
      { of: 'user', id: 1 },
      { of: 'algo', id: 1_001 },
    ],
  });
  expect(await findingsOf({ rows, date, sizes: () => null })).toEqual(['bin-and-record: deleted algorithm 1']);
});

it('up to 200 findings are named', async () => {
  const trees = Array.from({ length: 201 }, (_, index) => ({ ownerId: index + 1, version: 1, lastId: 0, folders: [] }));
  expect(await findingsOf({ rows: rowsOf({ folder: trees }), date, sizes: () => null })).toHaveLength(200);
});

it('a finding is a line of at most 300 characters', async () => {
  const rows = rowsOf({ session: [{ digest: 'a', userId: 7, dateExpiration: 9 }] });
  const [line = ''] = await findingsOf({ rows, date, sizes: () => null });
  expect(line).toContain('session-without-user: session a');
  const long = rowsOf({ former: [{ id: 1, ref: 'a', version: 'x'.repeat(400), ownerId: 7, content: '' }] });
  const found = await findingsOf({ rows: long, date, sizes: () => null });
  expect(Math.max(...found.map(({ length }) => length))).toBe(300);
});
