import { setImmediate } from 'node:timers/promises';
import { UnavailableError } from '@algotheque/domain';
import { afterEach, expect, it, vi } from 'vitest';
import type { FileStep, StepOutcome } from '../src/fileSteps.ts';
import type { FolderSteps } from '../src/folderSteps.ts';
import { FolderWriter } from '../src/folderWriter.ts';
import { Layout } from '../src/layout.ts';
import { scratchFolder } from './scratch.ts';

afterEach(() => void vi.useRealTimers());

/** A writer on a thread that answers when the test says so. */
async function scene() {
  const calls: FolderSteps[] = [];
  const answers = new Map<number, () => void>();
  const thread = {
    run(call: FolderSteps): Promise<readonly StepOutcome[]> {
      const number = calls.push(call) - 1;
      return new Promise((resolve) => void answers.set(number, () => resolve(call.steps.map(() => 'done'))));
    },
  };
  const writer = new FolderWriter(new Layout(scratchFolder()), thread);
  /** Answers a call, by its number. */
  const answer = async (number: number): Promise<void> => {
    answers.get(number)?.();
    await setImmediate();
  };
  return { writer, calls, answer };
}

const write = (path: string, size = 3): FileStep => ({ kind: 'write', path, bytes: new Uint8Array(size) });
const remove = (path: string): FileStep => ({ kind: 'remove', path });

it('writes of the same turn are one call, those that come meanwhile are the next, and names do not wait for them', async () => {
  const { writer, calls, answer } = await scene();
  const first = [writer.run(write('a')), writer.run(write('b'))];
  await setImmediate();
  const second = [writer.run(write('c')), writer.run(write('d'))];
  const removal = writer.run(remove('e'));
  await setImmediate();
  expect(calls.map(({ steps }) => steps.length)).toEqual([2, 1]);
  await answer(1);
  expect(await removal).toBe('done');
  await answer(0);
  expect(await Promise.all(first)).toEqual(['done', 'done']);
  await setImmediate();
  expect(calls.map(({ steps }) => steps.length)).toEqual([2, 1, 2]);
  await answer(2);
  expect(await Promise.all(second)).toEqual(['done', 'done']);
});

it('a call has 128 steps and 4 MiB at most, and one step in any case', async () => {
  const { writer, calls, answer } = await scene();
  const many = Array.from({ length: 300 }, (_, at) => writer.run(write(`${at}`)));
  const large = [5, 1, 4].map((size, at) => writer.run(write(`large ${at}`, size * 1_024 * 1_024)));
  for (let call = 0; call < 6; call += 1) {
    await setImmediate();
    await answer(call);
  }
  await Promise.all([...many, ...large]);
  expect(calls.map(({ steps }) => steps.length)).toEqual([128, 128, 44, 1, 1, 1]);
});

it('a disk that does not answer for ten seconds fails what waits and what comes, until it answers', async () => {
  const { writer, calls, answer } = await scene();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = writer.run(write('a'));
  await setImmediate();
  const waiting = writer.run(write('b'));
  const ends = Promise.allSettled([first, waiting]);
  vi.advanceTimersByTime(9_999);
  vi.advanceTimersByTime(1);
  for (const end of await ends) expect(end).toMatchObject({ reason: { reason: expect.stringContaining('10 s') } });
  await expect(writer.run(remove('c'))).rejects.toBeInstanceOf(UnavailableError);
  expect(calls).toHaveLength(1);
  await answer(0);
  const later = writer.run(remove('d'));
  await setImmediate();
  await answer(1);
  expect(await later).toBe('done');
});

it('a call that is answered does not end the wait for another one that hangs', async () => {
  const { writer, answer } = await scene();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hanging = Promise.allSettled([writer.run(write('a'))]);
  await setImmediate();
  vi.advanceTimersByTime(5_000);
  const answered = Promise.allSettled([writer.run(remove('b'))]);
  await setImmediate();
  vi.advanceTimersByTime(5_000);
  await answer(1);
  await Promise.all([hanging, answered]);
  await expect(writer.run(write('c'))).rejects.toBeInstanceOf(UnavailableError);
});
