import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nextLine, startChild } from '../../../test/support/childProcess.ts';
import { openFileStore } from '../src/index.ts';
import { scratchFolder } from './scratch.ts';

const STAGE_FOREVER = new URL('./children/stageForever.ts', import.meta.url);
const OPEN_TOO_MANY = new URL('./children/openTooMany.ts', import.meta.url);

describe('a process that was killed', () => {
  it.each([1, 2, 7, 20])('has kept all that it acknowledged: %i steps', async (steps) => {
    const dir = join(scratchFolder(), 'algos');
    const child = startChild(STAGE_FOREVER, dir);
    const acknowledged: string[] = [];
    while (acknowledged.length < steps) acknowledged.push(await nextLine(child));
    await child.kill();

    const store = await openFileStore(dir, { now: () => 0 });
    const pending = await store.pending(0);
    expect(pending).toEqual(expect.arrayContaining(acknowledged));
    for (const ref of acknowledged) {
      expect(await store.read(1, ref)).not.toBeNull();
      await store.publish(1, ref);
      expect(await store.read(1, ref)).not.toBeNull();
    }
  });

  it('leaves nothing that cannot be finished or removed', async () => {
    const dir = join(scratchFolder(), 'algos');
    const child = startChild(STAGE_FOREVER, dir);
    for (let line = 0; line < 10; line += 1) await nextLine(child);
    await child.kill();

    const store = await openFileStore(dir);
    for (const ref of await store.pending(0)) await store.discard(ref);
    expect(await store.pending(0)).toEqual([]);
  });
});

it('a process without file descriptors finds the store unavailable, and available again when it has some', async () => {
  const dir = join(scratchFolder(), 'algos');
  const argv = [process.execPath, '--conditions=@algotheque/source', fileURLToPath(OPEN_TOO_MANY), dir];
  const output = execFileSync('sh', ['-c', 'ulimit -n 64 && exec "$@"', 'sh', ...argv], { encoding: 'utf8' });
  expect(output.trim().split('\n')).toEqual(['unavailable', 'unavailable', 'unavailable', '2 bytes']);
});
