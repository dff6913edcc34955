import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { HeldView, PortableRows } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { WrittenRows } from '../../src/backup/rows.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { backUp, flawOf, noting, restored } from './support/backup.ts';
import { factsOf } from './support/forged.ts';
import { algo, copying, deleted, keptOutput, textOf, viewOf } from './support/listed.ts';

type Stored = PortableRows['algo'] | PortableRows['deleted'];

interface Moved {
  /** What was in the bin when that was read, and what the records were then. */
  readonly bin: readonly Stored[];
  readonly records: readonly Stored[];
  /** What there is now, of the id 1. Its content alone is there. */
  readonly now: Stored | null;
}

/** The rows of a backup whose contents are read after its view was taken: of the bin, and then of the records. */
async function rowsOf({ bin, records, now }: Moved, isOneMoment: boolean) {
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
    { output, isOneMoment },
  );
  const rows = new WrittenRows(view, work);
  const given = { deleted: [] as unknown[], algo: [] as unknown[] };
  for await (const _ of rows.exportRows('user')); // they come first
  for (const kind of ['deleted', 'algo'] as const)
    for await (const batch of rows.exportRows(kind)) given[kind].push(...batch);
  await work.writer.end({ isOneMoment, leftOut: work.leftOut.facts, findings: [] }, null);
  const written = (kind: string) => lines().flatMap((line) => (kind in line ? [line[kind]] : []));
  expect([written('deleted'), written('algo')], 'what is written').toEqual([given.deleted, given.algo]);
  return {
    bin: given.deleted,
    records: given.algo,
    leftOut: work.leftOut.facts.count,
    isOneMoment: rows.isOneMoment,
  };
}

describe('an algorithm that moves while a backup that is of no one moment reads it', () => {
  const read = (moved: Moved) => rowsOf(moved, false);
  const found = { leftOut: 0, isOneMoment: false };

  it('is a record there when it was restored and changed: the bin was read before', async () => {
    const moved = { bin: [deleted(1, 1)], records: [algo(1, 3)], now: algo(1, 3) };
    expect(await read(moved)).toEqual({ ...found, bin: [], records: [algo(1, 3)] });
  });

  it('stays in the bin when it was restored, and has its content still', async () => {
    const now = { ...algo(1, 1), version: 1 };
    expect(await read({ bin: [deleted(1)], records: [now], now })).toEqual({
      ...found,
      bin: [deleted(1)],
      records: [],
    });
  });

  it('is a record when it was deleted after the bin was read', async () => {
    const moved = { bin: [], records: [algo(1)], now: deleted(1) };
    expect(await read(moved)).toEqual({ ...found, bin: [], records: [algo(1)] });
  });

  it('is there as it is now when it was restored, changed and deleted again', async () => {
    const rows = await read({ bin: [deleted(1, 1)], records: [], now: deleted(1, 4) });
    expect(rows).toEqual({ ...found, bin: [deleted(1, 4)], records: [] });
  });

  it('is not there when it was removed for good', async () => {
    expect(await read({ bin: [deleted(1)], records: [], now: null })).toEqual({ ...found, bin: [], records: [] });
  });
});

describe('an algorithm that changes after the moment of a backup', () => {
  const read = (moved: Moved) => rowsOf(moved, true);
  const later = { leftOut: 0, isOneMoment: false };

  it('is there as it was, if its content is there still', async () => {
    const moment = { leftOut: 0, isOneMoment: true, bin: [], records: [algo(1)] };
    for (const now of [{ ...algo(1), nom: 'Later' }, deleted(1)])
      expect(await read({ bin: [], records: [algo(1)], now })).toEqual(moment);
  });

  it('is there as it is now, without rights of users who are not there, if its content was replaced', async () => {
    const grant = { idUtilisateur: 2, droits: 'Read', date: 0 } as const;
    const moved = { bin: [], records: [algo(1)], now: { ...algo(1, 2), permsAlgorithme: [grant] } };
    expect(await read(moved)).toEqual({ ...later, bin: [], records: [algo(1, 2)] });
  });

  it('stays where it was, with its new content, if it was moved and changed: no other row has it', async () => {
    const restored = await read({ bin: [deleted(1, 1)], records: [], now: algo(1, 3) });
    expect(restored).toEqual({ ...later, bin: [deleted(1, 3)], records: [] });
    const binned = await read({ bin: [], records: [algo(1, 1)], now: deleted(1, 4) });
    expect(binned).toEqual({ ...later, bin: [], records: [algo(1, 4)] });
  });

  it('is not there when it was removed for good', async () => {
    expect(await read({ bin: [], records: [algo(1)], now: null })).toEqual({ ...later, bin: [], records: [] });
  });
});

it.each([true, false])(
  'a content is damaged only if its record is still the same; of one moment: %s',
  async (isOneMoment) => {
    const view: HeldView = viewOf([algo(1)], async () => algo(1));
    const work = copying(view, async () => ({ problem: 'it is missing' }), { isOneMoment });
    const rows = new WrittenRows({ ...view, exportRows: ofOwner(view) }, work);
    for await (const _ of rows.exportRows('user')); // they come first
    for await (const batch of rows.exportRows('algo')) expect(batch).toEqual([]);
    expect(work.leftOut.facts).toEqual({ count: 1, named: ['algorithm 1: it is missing'] });
    expect(rows.isOneMoment).toBe(isOneMoment);
  },
);

it('a content is not damaged that was moved to the bin and back while it was looked for', async () => {
  const view: HeldView = viewOf([algo(1)], async () => ({ ...algo(1), version: 2 })); // a restoration raises the version
  let reads = 0;
  const read = async () => {
    reads += 1;
    return reads === 1 ? { problem: 'it is missing' } : { bytes: textOf(1) };
  };
  const work = copying(view, read, { isOneMoment: true });
  const rows = new WrittenRows({ ...view, exportRows: ofOwner(view) }, work);
  for await (const batch of rows.exportRows('algo')) expect(batch).toEqual([algo(1)]);
  expect([work.leftOut.facts.count, rows.isOneMoment]).toEqual([0, true]);
});

/** The rows of a view, and their owner. */
const ofOwner = (view: HeldView): HeldView['exportRows'] =>
  async function* (kind) {
    if (kind === 'user')
      yield [{ id: 1, adresseMail: 'ada@example.org' }] as never; // all that is read of it
    else yield* view.exportRows(kind);
  };

it('a content in a folder that is replaced after the moment is in the backup with its record as it is then', async () => {
  const scratch = scratchFolder();
  const [data, path] = [join(scratch, 'data'), join(scratch, 'backup')];
  await sampleStore(data);
  const { progress } = noting((line) => {
    if (line.startsWith('  contents:')) replaceSecond(data, '"copied by nobody"'); // what the view names
  });
  let asked = 0;
  const now = (): number => {
    asked += 1;
    if (asked === 2) replaceSecond(data, '"later"'); // the view was taken
    return Date.now();
  };
  await backUp(sqliteIn(data), path, { now, progress });
  expect(await flawOf(path)).toBeNull();
  expect(await factsOf(path)).toMatchObject({ isOneMoment: false, leftOut: { count: 0 }, findings: [] });
  const { algo: records = [] } = await restored(path, scratch);
  expect(records).toContainEqual(expect.objectContaining({ id: 2, content: '"later"' }));
});

/** Replaces the content of the algorithm 2, and keeps no former version, as a server does for saves in quick succession. */
function replaceSecond(data: string, text: string): void {
  writeFileSync(join(data, 'algos', '2.json'), text);
  const db = new DatabaseSync(join(data, 'algotheque.db'));
  const ref = `${'0'.repeat(32)}-${hash('sha256', text)}`;
  db.prepare('UPDATE algos SET ref = ?, contentBytes = ?, version = version + 1 WHERE id = 2').run(ref, text.length);
  db.close();
}
