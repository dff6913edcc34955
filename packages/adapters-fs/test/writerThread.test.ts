import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openedFolder } from '../src/openedFolder.ts';
import { WriterThread } from '../src/writerThread.ts';
import { bytes, scratchFolder } from './scratch.ts';

async function works() {
  const path = join(await scratchFolder(), 'algos');
  const staging = join(path, 'staging');
  mkdirSync(staging, { recursive: true });
  const published = join(path, '1.json');
  const work = { published, staged: join(staging, 'ref'), bytes: bytes('[1]'), isNew: true };
  return { root: openedFolder(path), staging, works: [work], maxBytes: 100 };
}

const program = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

it.each([
  ['ends', 'process.exit(3)', 'has ended with code 3'],
  ['throws', 'throw new Error("out of order")', 'out of order'],
  [
    'ends at a message',
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(4))',
    'has ended with code 4',
  ],
])('a thread that %s fails the calls that wait, and each later call starts one anew', async (_, code, message) => {
  const thread = new WriterThread(program(code));
  const calls = [await works(), await works()].map((call) => thread.write(call));
  for (const call of calls) await expect(call).rejects.toThrow(message);
  await expect(thread.write(await works())).rejects.toThrow(message);
});

it('calls at the same time get their own outcomes, with what the system says', async () => {
  const thread = new WriterThread();
  const [one, other] = [await works(), await works()];
  const gone = { ...one, root: { ...one.root, path: join(one.root.path, 'gone') } };
  const calls = [thread.write(one), thread.write(gone), thread.write(other)] as const;
  await expect(calls[1]).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
  expect([await calls[0], await calls[2]]).toEqual([[null], [null]]);
  for (const { works: written } of [one, other]) expect(readFileSync(written[0]?.published ?? '', 'utf8')).toBe('[1]');
  const staged = {
    ...one,
    works: [
      {
        published: join(one.root.path, 'no', '1.json'),
        staged: join(one.staging, 'no', 'ref'),
        bytes: bytes('[]'),
        isNew: false,
      },
    ],
  };
  expect(await thread.write(staged)).toEqual([expect.objectContaining({ code: 'ENOENT', syscall: 'open' })]);
});
