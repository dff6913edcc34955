import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    crash: open, // what a process keeps in memory dies with it; the disk is as it is
    reopen: open,
    distinguishesProcesses: true,
    dump: () => dump(dir),
    cut: () => rename(dir, join(scratch, 'unmounted')),
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

async function dump(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (path) => `${path}: ${await readFile(path, 'utf8')}`));
  return texts.join('\n');
}

contentStoreContract({ describe, it }, openFixture);
