import { mkdir, readdir, readFile, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { openContentFiles } from '../src/index.ts';
import { scratchFolder } from './scratch.ts';

const CONTENT = new TextEncoder().encode('{"a":1}');

/** Files with one content, and ways to put an empty folder in the place of theirs, as when a disk is not mounted. */
async function scene() {
  const scratch = await scratchFolder();
  const [dir, away] = [join(scratch, 'algos'), join(scratch, 'away')];
  const files = await openContentFiles(dir);
  await (await files.write(1, files.newRef(CONTENT), CONTENT)).sync();
  await files.syncNames();
  const unmount = async (): Promise<void> => {
    await rename(dir, away);
    await mkdir(join(dir, 'staging'), { recursive: true });
  };
  const mount = async (): Promise<void> => {
    await rmdir(join(dir, 'staging'));
    await rmdir(dir); // fails when anything was written there
    await rename(away, dir);
  };
  return { dir, files, unmount, mount };
}

describe('files whose folder was replaced by another one', () => {
  it('are not written, removed or synced there, and the health says so', async () => {
    const { dir, files, unmount, mount } = await scene();
    await unmount();
    const ref = files.newRef(CONTENT);
    for (const call of [
      () => files.write(1, ref, CONTENT),
      () => files.write(2, ref, CONTENT),
      () => files.remove(1),
      () => files.syncNames(),
      () => files.health(),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(UnavailableError);
    }
    expect(await readdir(dir, { recursive: true })).toEqual(['staging']);
    await mount();
    await files.health();
    expect(new Uint8Array(await readFile(join(dir, '1.json')))).toEqual(CONTENT);
  });

  it('are not durable when it happens between the write and the sync', async () => {
    const { files, unmount } = await scene();
    const written = await files.write(2, files.newRef(CONTENT), CONTENT);
    await written.sync();
    await unmount();
    await expect(files.syncNames()).rejects.toBeInstanceOf(UnavailableError);
  });
});
