import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailQueue } from '@algotheque/domain';
import { FakeClock, memoryMailQueue } from '@algotheque/domain/memory';
import { newMail } from '@algotheque/testing/mail';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMailKeeper } from '../src/index.ts';
import { newMailName } from '../src/mailName.ts';
import { NOW, scratchFolder } from './scratch.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const KEEP = 30 * DAY;

/** Starts a keeper on a clock that stands still, and waits for its first round. */
async function keeper(of: string | MailQueue, timeOfAges?: () => Promise<number>) {
  const fake = new FakeClock(NOW);
  const lines: string[] = [];
  let look = Promise.withResolvers<void>();
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    const slept = fake.sleep(ms, signal);
    look.resolve();
    return slept;
  };
  const say = (line: unknown) => lines.push(String(line));
  const clock = { now: () => fake.now(), sleep };
  const started = startMailKeeper({
    of,
    keepMs: KEEP,
    clock,
    onNotice: say,
    onProblem: say,
    ...(timeOfAges && { timeOfAges }),
  });
  onTestFinished(() => started.stop());
  await look.promise;
  const nextRound = async () => {
    look = Promise.withResolvers();
    fake.advance(HOUR);
    await look.promise;
  };
  return { lines, nextRound };
}

describe('startMailKeeper', () => {
  it('removes nothing by a clock that is ahead of the time by which mails are too old', async () => {
    const mails = memoryMailQueue();
    await mails.add(newMail(1, { date: NOW - 40 * DAY, dueAt: null }));
    let right = NOW - 40 * DAY;
    const { nextRound } = await keeper(mails, async () => right);
    expect(await mails.list({ after: '', limit: 9 })).toHaveLength(1);
    right = NOW;
    await nextRound();
    expect(await mails.list({ after: '', limit: 9 })).toEqual([]);
  });

  it('removes mails of a folder that are too old, and reports how many', async () => {
    const dir = scratchFolder();
    const mail = async (age: number) => {
      const name = `${newMailName(NOW - age)}.eml`;
      await writeFile(join(dir, name), '');
      return name;
    };
    await Promise.all([mail(KEEP + 1), mail(KEEP + DAY), mail(900 * DAY)]);
    const kept = [await mail(KEEP), await mail(0)];
    const foreign = ['notes.eml', `${newMailName(0)}.txt`, `${newMailName(1)}.eml`, `${newMailName(2)}.eml`];
    const [notes = '', text = '', folder = '', link = ''] = foreign;
    for (const name of [notes, text]) await writeFile(join(dir, name), '');
    await mkdir(join(dir, folder));
    await symlink('/etc/passwd', join(dir, link));
    const { lines, nextRound } = await keeper(dir);
    expect((await readdir(dir)).sort()).toEqual([...kept, ...foreign].sort());
    expect(lines).toEqual(['3 mails were removed: they were older than they are kept']);
    await nextRound();
    expect((await readdir(dir)).sort()).toEqual([kept[1], ...foreign].sort());
    expect(lines).toHaveLength(2);
  });

  it('removes mails that were given up, and no waiting mail', async () => {
    const mails = memoryMailQueue();
    const old = NOW - KEEP - 1;
    const kept = [newMail(900, { date: NOW - KEEP, dueAt: null }), newMail(901, { date: old, dueAt: NOW })];
    const gone = Array.from({ length: 250 }, (_, number) => newMail(number, { date: old, dueAt: null }));
    for (const entry of [...kept, ...gone]) await mails.add(entry);
    const { lines } = await keeper(mails);
    expect(await mails.list({ after: '', limit: 1_000 })).toEqual(kept);
    expect(lines).toEqual(['250 mails were removed: they were older than they are kept']);
  });

  it('has nothing to do where there is no folder', async () => {
    const { lines, nextRound } = await keeper('/nowhere');
    await nextRound();
    expect(lines).toEqual([]);
  });
});
