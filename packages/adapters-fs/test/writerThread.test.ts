import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openedFolder } from '../src/folderSteps.ts';
import { WriterThread } from '../src/writerThread.ts';
import { bytes, scratchFolder } from './scratch.ts';

async function steps() {
  const path = join(scratchFolder(), 'algos');
  const staging = join(path, 'staging');
  mkdirSync(staging, { recursive: true });
  const write = { kind: 'write', path: join(staging, 'ref'), bytes: bytes('[1]') } as const;
  return { root: openedFolder(path), folders: [staging], steps: [write] };
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
  const calls = [await steps(), await steps()].map((call) => thread.run(call));
  for (const call of calls) await expect(call).rejects.toThrow(message);
  await expect(thread.run(await steps())).rejects.toThrow(message);
});

it('calls at the same time get their own outcomes, with what the system says', async () => {
  const thread = new WriterThread();
  const [one, other] = [await steps(), await steps()];
  const gone = { ...one, root: { ...one.root, path: join(one.root.path, 'gone') } };
  const calls = [thread.run(one), thread.run(gone), thread.run(other)] as const;
  await expect(calls[1]).rejects.toMatchObject({ code: 'ENOENT', syscall: 'lstat' });
  expect([await calls[0], await calls[2]]).toEqual([['done'], ['done']]);
  for (const { steps: written } of [one, other]) expect(readFileSync(written[0]?.path ?? '', 'utf8')).toBe('[1]');
  const path = join(one.root.path, '1'.repeat(300));
  const tooLong = { ...one, steps: [{ kind: 'write', path, bytes: bytes('[]') }] as const };
  expect(await thread.run(tooLong)).toEqual([expect.objectContaining({ code: 'ENAMETOOLONG', syscall: 'open' })]);
});
