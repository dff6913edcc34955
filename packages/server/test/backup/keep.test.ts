import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupInto } from '../../src/backup/datedBackups.ts';
import { notKept, parseKeep } from '../../src/backup/keep.ts';
import { NO_PROGRESS } from '../../src/terminal/progress.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { scratchFolder } from '../support/scratch.ts';
import { flawOf, refusal } from './support/backup.ts';

const at = (date: string) => Date.parse(`${date}Z`);

/** What is left of backups at these dates, oldest first. */
function kept(text: string, now: string, dates: readonly string[]): string[] {
  const all = dates.map((name) => ({ name, path: name, date: at(name) })).toReversed();
  const removed = new Set(notKept(all, parseKeep(text), at(now)));
  return all
    .filter((backup) => !removed.has(backup))
    .map(({ name }) => name)
    .toReversed();
}

describe('--keep', () => {
  it('keeps the newest of each of the last days and weeks, by the days and weeks of UTC', () => {
    const nights = Array.from({ length: 40 }, (_, day) => new Date(at('2026-01-01T03:00') + day * 86_400_000));
    const dates = nights.flatMap((night) => [night, new Date(night.getTime() + 3_600_000)]);
    const names = dates.map((date) => date.toISOString().slice(0, 16));
    // 2026-02-09 is a Monday.
    expect(kept('3d', '2026-02-09T05:00', names)).toEqual(['2026-02-07T04:00', '2026-02-08T04:00', '2026-02-09T04:00']);
    expect(kept('2w', '2026-02-09T05:00', names)).toEqual(['2026-02-08T04:00', '2026-02-09T04:00']);
    expect(kept('2d,4w', '2026-02-09T05:00', names)).toEqual([
      '2026-01-25T04:00',
      '2026-02-01T04:00',
      '2026-02-08T04:00',
      '2026-02-09T04:00',
    ]);
  });

  it('keeps the newest of all, however old it is, and what is dated later than now', () => {
    expect(kept('7d,4w', '2026-06-01T00:00', ['2025-01-01T00:00', '2025-02-01T00:00'])).toEqual(['2025-02-01T00:00']);
    const dates = ['2026-05-01T00:00', '2026-06-01T00:00', '2027-01-01T00:00', '2027-02-01T00:00'];
    expect(kept('1d', '2026-06-01T01:00', dates)).toEqual(dates.slice(1));
    // A clock was ahead for some hours: what is made after that is not removed at once.
    const today = ['2026-06-01T10:00', '2026-06-01T14:00', '2026-06-01T16:00'];
    expect(kept('1d', '2026-06-01T10:00', today)).toEqual(today);
  });

  it.each([
    '',
    '0d',
    '7',
    'd',
    '7d4w',
    '7d,',
    ',4w',
    '4w,7d',
    '7d,7d',
    '-1d',
    '1.5d',
    '7D',
    ' 7d',
    '99999d',
    '1e3d',
    '7d,4w,1m',
  ])('refuses %j', (text) => {
    expect(() => parseKeep(text)).toThrow('--keep takes numbers of days and weeks from 1 to 9999');
  });
});

describe('backups in a folder', () => {
  it('are removed when they are not kept, and nothing else is', async () => {
    const scratch = await scratchFolder();
    await sampleStore(join(scratch, 'data'));
    const parent = join(scratch, 'backups');
    const run = (date: string, signal = new AbortController().signal) =>
      backupInto(parent, '2d', {
        place: sqliteIn(join(scratch, 'data')),
        secret: null,
        signal,
        now: () => at(date),
        progress: NO_PROGRESS,
      });
    await run('2026-03-01T02:30:00');
    const first = join(parent, '2026-03-01T02-30-00Z');
    await cp(first, join(parent, 'before the upgrade'), { recursive: true });
    await mkdir(join(parent, '2026-02-01T00-00-00Z')); // no backup
    await cp(first, join(scratch, 'elsewhere'), { recursive: true });
    await symlink(join(scratch, 'elsewhere'), join(parent, '2026-02-02T00-00-00Z'));
    await mkdir(join(parent, '2026-02-03T00-00-00Z.removed')); // a removal that was interrupted
    const others = ['2026-02-01T00-00-00Z', '2026-02-02T00-00-00Z', 'before the upgrade'];
    await run('2026-03-02T02:30:00');
    expect(await readdir(parent)).toEqual([...others, '2026-03-01T02-30-00Z', '2026-03-02T02-30-00Z'].sort());

    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(run('2026-03-03T02:30:00', stopped)).rejects.toThrow('stopped');
    expect(await readdir(parent), 'a failed run removes nothing').toContain('2026-03-01T02-30-00Z');
    await run('2026-03-03T02:30:00');
    expect(await readdir(parent)).toEqual([...others, '2026-03-02T02-30-00Z', '2026-03-03T02-30-00Z'].sort());
    expect(await flawOf(join(parent, '2026-03-03T02-30-00Z'))).toBeNull();
    expect(await refusal(() => run('2026-03-03T02:30:00'))).toContain('exists and is not empty');
  });
});
