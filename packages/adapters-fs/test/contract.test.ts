import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DamagedRecord } from '@algotheque/domain';
import { type ContentStoreFixture, contentStoreContract } from '@algotheque/domain/contracts';
import { FakeClock } from '@algotheque/domain/memory';
import { describe, it } from 'vitest';
import { openFileStore } from '../src/index.ts';

async function openFixture(): Promise<ContentStoreFixture> {
  const scratch = await mkdtemp(join(tmpdir(), 'adapters-fs-'));
  const dir = join(scratch, 'algos');
  const clock = new FakeClock();
  const open = () => openFileStore(dir, { now: () => clock.now() });
  return {
    port: await open(),
    clock,
    crash: open, // after a crash the memory of the process is lost and the disk is unchanged
    reopen: open,
    distinguishesProcesses: true,
    tellsDamage: false, // the name of a published file is the id of the algorithm, not the reference
    damage: (ref) => damageIn(dir, String(ref)),
    dump: () => dump(dir),
    cut: () => rename(dir, join(scratch, 'unmounted')),
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

/** Truncates a staged or published content of algorithm 1, past the adapter. */
async function damageIn(dir: string, ref: string): Promise<DamagedRecord> {
  const staged = join(dir, 'staging', ref);
  const isStaged = (await readdir(join(dir, 'staging'))).includes(ref);
  const place = isStaged ? staged : join(dir, '1.json');
  await writeFile(place, (await readFile(place)).subarray(1));
  return { place, id: 1, field: 'content' };
}

async function dump(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (path) => `${path}: ${await readFile(path, 'utf8')}`));
  return texts.join('\n');
}

contentStoreContract({ describe, it }, openFixture);
