import { chmod, readdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nextLine, startChildWith } from '../../../test/support/childProcess.ts';
import { buildFaults, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { scratchFolder, scratchStore } from './scratch.ts';

const PROBE_OFTEN = new URL('./children/probeOften.ts', import.meta.url);
const reason = noFaults();
if (reason !== null) console.warn(`Writes of probes are not counted: ${reason}`);
const unavailable = { name: 'UnavailableError' };

it('a store is healthy, and a probe leaves no file', async () => {
  const { dir, store } = await scratchStore();
  await store.health();
  expect(await readdir(join(dir, 'staging'))).toEqual([]);
  expect(await store.pending(0)).toEqual([]);
});

it('a staging/ that became a link is reported, and nothing is written through it', async () => {
  const { dir, store } = await scratchStore();
  const elsewhere = scratchFolder();
  await rename(join(dir, 'staging'), join(dir, 'moved'));
  await symlink(elsewhere, join(dir, 'staging'));
  await expect(store.health()).rejects.toMatchObject(unavailable);
  expect(await readdir(elsewhere)).toEqual([]);
});

it.each(['.', 'staging'])('a folder that is closed to its owner is reported: %s', async (folder) => {
  const { dir, store } = await scratchStore();
  await chmod(join(dir, folder), 0o500);
  await expect(store.health()).rejects.toMatchObject(unavailable);
  await chmod(join(dir, folder), 0o700);
  await store.health();
});

it.skipIf(reason !== null)('fifty probes in one second write once', async () => {
  const faults = buildFaults();
  faults.set({ call: 'open', path: '/staging/probe', errno: 0 });
  const child = startChildWith(faults.env, PROBE_OFTEN, join(scratchFolder(), 'algos'));
  expect(await nextLine(child)).toBe('probed 50 times');
  expect(faults.hits()).toHaveLength(1);
});
