import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeClock } from '@algotheque/domain/memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMailKeeper } from '../src/index.ts';
import { fileNameOf, newName } from '../src/spoolName.ts';
import { NOW, scratchFolder } from './scratch.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const KEEP = 30 * DAY;

/** A keeper on a clock that stands still; `looked` resolves when a round has ended. */
async function keeper(isOutbox: boolean) {
  const dir = await scratchFolder();
  await mkdir(join(dir, 'failed'));
  const fake = new FakeClock(NOW);
  const lines: string[] = [];
  let look = Promise.withResolvers<void>();
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    const slept = fake.sleep(ms, signal);
    look.resolve();
    return slept;
  };
  const say = (line: unknown) => lines.push(String(line));
  const start = async () => {
    const clock = { now: () => fake.now(), sleep };
    const started = startMailKeeper({ dir, keepMs: KEEP, isOutbox, clock, onNotice: say, onProblem: say });
    onTestFinished(() => started.stop());
    await look.promise;
  };
  const nextRound = async () => {
    look = Promise.withResolvers();
    fake.advance(HOUR);
    await look.promise;
  };
  const mail = async (folder: string, age: number, end = '.eml') => {
    const name = fileNameOf(newName(NOW - age)).replace('.eml', end);
    await writeFile(join(dir, folder, name), '');
    return name;
  };
  return { dir, lines, start, nextRound, mail };
}

describe('startMailKeeper', () => {
  it('removes mails of an outbox that are too old, and reports how many', async () => {
    const { dir, lines, start, nextRound, mail } = await keeper(true);
    await Promise.all([mail('', KEEP + 1), mail('', KEEP + DAY), mail('', 900 * DAY)]);
    const kept = [await mail('', KEEP), await mail('', 0)];
    await writeFile(join(dir, 'notes.eml'), '');
    await start();
    expect((await readdir(dir)).sort()).toEqual([...kept, 'failed', 'notes.eml'].sort());
    expect(lines).toEqual([expect.stringMatching(/^3 mails were removed from /)]);
    await nextRound();
    expect((await readdir(dir)).sort()).toEqual([kept[1], 'failed', 'notes.eml'].sort());
    expect(lines).toHaveLength(2);
  });

  it('removes mails that were given up, with their reasons, and no waiting mail', async () => {
    const { dir, lines, start, mail } = await keeper(false);
    const waiting = await mail('', 900 * DAY);
    const reason = await mail('', KEEP, '.reason');
    await mail('', KEEP + 1, '.reason');
    await mail('failed', KEEP + 1);
    await mail('failed', KEEP + 1, '.reason');
    const kept = await mail('failed', KEEP);
    for (const name of ['hello.eml', 'hello.reason']) {
      await writeFile(join(dir, 'failed', name), '');
      await utimes(join(dir, 'failed', name), 0, 0);
    }
    await symlink('/etc/passwd', join(dir, 'failed', 'link.eml'));
    await mkdir(join(dir, 'failed', 'folder.eml'));
    await start();
    expect((await readdir(join(dir, 'failed'))).sort()).toEqual([kept, 'folder.eml', 'link.eml'].sort());
    expect((await readdir(dir)).sort()).toEqual([waiting, reason, 'failed'].sort());
    expect(lines).toEqual([expect.stringMatching(/^2 mails were removed from .*failed/)]);
  });

  it('has nothing to do where there is no folder', async () => {
    const { lines, start, nextRound } = await keeper(false);
    await start();
    await nextRound();
    expect(lines).toEqual([]);
  });
});
