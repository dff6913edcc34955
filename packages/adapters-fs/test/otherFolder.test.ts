import { mkdir, readdir, readFile, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { bytes, scratchStore } from './scratch.ts';

it('files whose folder was replaced by another one are not written or removed there, and the health says so', async () => {
  let now = 0;
  const { dir, store } = await scratchStore(() => (now += 10_000));
  const content = bytes('{"a":1}');
  const ref = await store.stage(content, null);
  await store.publish(1, ref);
  // As when a disk is not mounted: an empty folder is in its place.
  await rename(dir, `${dir}-away`);
  await mkdir(join(dir, 'staging'), { recursive: true });
  const calls = [
    () => store.stage(content, null),
    () => store.publish(1, ref),
    () => store.move(1, ref, 'bin'),
    () => store.delete(1, ref, 'records'),
    () => store.health(),
  ];
  for (const call of calls) await expect(call()).rejects.toBeInstanceOf(UnavailableError);
  await expect(store.stage(content, null)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('is not the folder that was opened') },
  });
  expect(await readdir(dir, { recursive: true })).toEqual(['staging']);
  await rmdir(join(dir, 'staging'));
  await rmdir(dir); // fails when anything was written there
  await rename(`${dir}-away`, dir);
  await store.health();
  expect(new Uint8Array(await readFile(join(dir, '1.json')))).toEqual(content);
});
