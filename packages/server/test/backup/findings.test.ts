import { expect, it } from 'vitest';
import type { Backup } from '../../src/backup/form/backup.ts';
import { findingsOf } from '../../src/backup/form/findings.ts';
import { rowsName } from '../../src/backup/form/parts.ts';
import { algos, deleted } from './support/listed.ts';

/** A backup that has only these rows, by the names of their files. */
function backupOf(rows: ReadonlyMap<string, readonly object[]>): Backup {
  return {
    location: 'memory',
    files: [...rows.keys()].map((name) => ({ name, bytes: 1 })),
    foreign: [],
    async *read(name) {
      for (const row of rows.get(name) ?? []) yield Buffer.from(`${JSON.stringify(row)}\n`);
    },
    async close() {},
  };
}

it('a backup with more than 1,000 algorithms: one that is a record and in the bin, too, is found', async () => {
  const backup = backupOf(
    new Map<string, readonly object[]>([
      [rowsName('deletion'), [{ userId: 1, date: 1 }]], // of their owner, who counts as a user until it ends
      [rowsName('algo'), algos(1_001)],
      [rowsName('deleted'), [deleted(1)]],
      [
        rowsName('lastId'),
        [
          { of: 'user', id: 1 },
          { of: 'algo', id: 1_001 },
        ],
      ],
    ]),
  );
  const { signal } = new AbortController();
  expect(await findingsOf(backup, { date: '2026-11-26T00:00:00.000Z', signal })).toEqual([
    'bin-and-record: deleted algorithm 1',
  ]);
});
