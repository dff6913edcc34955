import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { copyContents } from '../../src/backup/copyContents.ts';
import { openFolderBackup } from '../../src/backup/form/folderBackup.ts';
import { readPart } from '../../src/backup/form/readPart.ts';
import { KnownRows } from '../../src/backup/knownRows.ts';
import { LeftOut } from '../../src/backup/leftOut.ts';
import { rowsWithContent } from '../../src/backup/rowsWithContent.ts';
import { scratchFolder } from '../support/scratch.ts';
import { algo, algos, copying, textOf, viewOf } from './support/listed.ts';

/** The most calls that are under way at the same time, and how many there were. */
function counted() {
  const seen = { most: 0, all: 0, now: 0 };
  const during = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    seen.all += 1;
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await turn();
    const result = await work();
    seen.now -= 1;
    return result;
  };
  return { seen, during };
}

describe('a backup that is being made', () => {
  it('copies at most eight contents at once', async () => {
    const { seen, during } = counted();
    const view = viewOf(algos(30));
    const work = await copying(view, async (_, { id }) => ({ bytes: textOf(id) }));
    const ensure = work.pool.ensure.bind(work.pool);
    work.pool.ensure = (digest, fetch) => during(() => ensure(digest, fetch));
    expect(await copyContents(view, work)).toBe(0);
    expect([seen.all, seen.most, work.pool.sizes.size]).toEqual([30, 8, 30]);
  });

  it('reads a record that changes all the time twenty times, and then leaves it out', async () => {
    let version = 1;
    const view = viewOf([algo(1)], async (id) => {
      version += 1;
      return algo(id, version);
    });
    const work = await copying(view, async () => ({ problem: 'it was replaced' }));
    const rows: unknown[] = [];
    for await (const row of rowsWithContent('algo', {
      view: { ...view, end: async () => {} },
      isOneMoment: false,
      copying: work,
      known: new KnownRows({ isOneMoment: true }),
    }))
      rows.push(row);
    expect(rows).toEqual([]);
    expect(version - 1).toBe(20);
    expect(work.leftOut.facts).toEqual({ count: 1, named: ['algorithm 1: it changes faster than it can be copied'] });
  });

  it('names 500 things that are damaged, each with 1,000 characters at most, and counts all', () => {
    const leftOut = new LeftOut();
    for (let count = 0; count < 501; count += 1) leftOut.add('x'.repeat(1_001));
    const { count, named } = leftOut.facts;
    expect([count, named.length, new Set(named.map(({ length }) => length))]).toEqual([501, 500, new Set([1_000])]);
  });
});

describe('a backup that is read', () => {
  it('has no part in a third folder', async () => {
    const dir = await scratchFolder();
    for (const name of ['contents/ab/x.json', 'contents/ab/cd/x.json']) {
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await writeFile(join(dir, name), '');
    }
    expect((await openFolderBackup(dir)).foreign).toContain('contents/ab/cd');
  });

  it('has no content of more than 16 MiB', async () => {
    const path = join(await scratchFolder(), 'content');
    await writeFile(path, '');
    await truncate(path, 16 * 1_024 * 1_024 + 1);
    expect(await readPart(path)).toBeNull();
    await truncate(path, 16 * 1_024 * 1_024);
    expect(await readPart(path)).toHaveLength(16 * 1_024 * 1_024);
  });
});
