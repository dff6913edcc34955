import type { HeldView, PortableRows } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { WrittenRows } from '../../src/backup/rows.ts';
import { algo, copying, deleted, keptOutput, refOf, textOf, viewOf } from './support/listed.ts';

type Stored = PortableRows['algo'] | PortableRows['deleted'];

interface Moved {
  /** What was in the bin when that was read, and what the records were then. */
  readonly bin: readonly Stored[];
  readonly records: readonly Stored[];
  /** What there is now, of the id 1. Its content alone is there. */
  readonly now: Stored | null;
}

/** The rows of a backup whose parts are read one after the other: of the bin, and then of the records. */
async function rowsOf({ bin, records, now }: Moved) {
  const find = async () => now;
  const owner = { id: 1, adresseMail: 'ada@example.org' } as PortableRows['user']; // all that is read of it
  const view: HeldView = {
    ...viewOf([], find),
    async *exportRows(kind) {
      yield { user: [owner], deleted: bin, algo: records }[kind as 'user' | 'deleted' | 'algo'] as never; // the kinds that are read here
    },
  };
  const { output, lines } = keptOutput();
  const work = copying(
    view,
    async (_, { ref }) => (ref === now?.ref ? { bytes: textOf(1, now.version) } : { problem: 'it was removed' }),
    output,
  );
  const rows = new WrittenRows({ view, isOneMoment: false }, work);
  const given = { deleted: [] as unknown[], algo: [] as unknown[] };
  for await (const _ of rows.exportRows('user')); // they come first
  for (const kind of ['deleted', 'algo'] as const)
    for await (const batch of rows.exportRows(kind)) given[kind].push(...batch);
  await work.writer.end({ leftOut: work.leftOut.facts, findings: [] }, null);
  const written = (kind: string) => lines().flatMap((line) => (kind in line ? [line[kind]] : []));
  expect([written('deleted'), written('algo')], 'what is written').toEqual([given.deleted, given.algo]);
  return { bin: given.deleted, records: given.algo, leftOut: work.leftOut.facts.count };
}

describe('an algorithm that moves while a backup that is of no one moment reads it', () => {
  it('is a record there when it was restored and changed: the bin was read before', async () => {
    const moved = { bin: [deleted(1, 1)], records: [algo(1, 3)], now: algo(1, 3) };
    expect(await rowsOf(moved)).toEqual({ bin: [], records: [algo(1, 3)], leftOut: 0 });
  });

  it('stays in the bin when it was restored, and has its content still', async () => {
    const now = { ...algo(1, 1), version: 1 };
    expect(await rowsOf({ bin: [deleted(1)], records: [now], now })).toEqual({
      bin: [deleted(1)],
      records: [],
      leftOut: 0,
    });
  });

  it('is a record when it was deleted after the bin was read', async () => {
    const moved = { bin: [], records: [algo(1)], now: deleted(1) };
    expect(await rowsOf(moved)).toEqual({ bin: [], records: [algo(1)], leftOut: 0 });
  });

  it('is there as it is now when it was restored, changed and deleted again', async () => {
    const rows = await rowsOf({ bin: [deleted(1, 1)], records: [], now: deleted(1, 4) });
    expect(rows).toEqual({ bin: [{ ...deleted(1, 4), ref: refOf(1, 4) }], records: [], leftOut: 0 });
  });

  it('is not there when it was removed for good', async () => {
    expect(await rowsOf({ bin: [deleted(1)], records: [], now: null })).toEqual({ bin: [], records: [], leftOut: 0 });
  });
});
