import { mkdir, readdir, readFile, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { openContentFiles } from '../src/index.ts';
import { bytes, scratchFolder } from './scratch.ts';

const CONTENT = bytes('{"a":1}');

/** Files with one content, and ways to put an empty folder in the place of theirs, as when a disk is not mounted. */
async function scene() {
  const scratch = await scratchFolder();
  const [dir, away] = [join(scratch, 'algos'), join(scratch, 'away')];
  const files = await openContentFiles(dir);
  const write = (id: number) =>
    files.apply([{ id, content: { ref: files.newRef(CONTENT), bytes: CONTENT, isNew: id > 1 } }]);
  expect(await write(1)).toEqual([null]);
  const unmount = async (): Promise<void> => {
    await rename(dir, away);
    await mkdir(join(dir, 'staging'), { recursive: true });
  };
  const mount = async (): Promise<void> => {
    await rmdir(join(dir, 'staging'));
    await rmdir(dir); // fails when anything was written there
    await rename(away, dir);
  };
  return { dir, files, write, unmount, mount };
}

it('files whose folder was replaced by another one are not written or removed there, and the health says so', async () => {
  const { dir, files, write, unmount, mount } = await scene();
  await unmount();
  const calls = [() => write(1), () => write(2), () => files.apply([{ id: 1, content: null }]), () => files.health()];
  for (const call of calls) await expect(call()).rejects.toBeInstanceOf(UnavailableError);
  await expect(write(1)).rejects.toMatchObject({
    reason: expect.stringContaining('is not the folder that was opened'),
  });
  expect(await readdir(dir, { recursive: true })).toEqual(['staging']);
  await mount();
  await files.health();
  expect(new Uint8Array(await readFile(join(dir, '1.json')))).toEqual(CONTENT);
});
