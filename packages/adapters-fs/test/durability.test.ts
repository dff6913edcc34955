import type { FileHandle, open as openFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Layout } from '../src/layout.ts';
import { NameSyncs } from '../src/nameSyncs.ts';
import { bytes, scratchStore } from './scratch.ts';

const steps = vi.hoisted((): string[] => []);

// A test cannot ask the disk what a power loss would leave. It checks the order of writes and syncs instead.
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  const open: typeof openFile = async (path, ...rest) => watched(await original.open(path, ...rest), String(path));
  const unlink: typeof original.unlink = async (path) => {
    await original.unlink(path);
    steps.push(`unlink ${labelOf(String(path))}`);
  };
  return { ...original, open, unlink };
});

function watched(file: FileHandle, path: string): FileHandle {
  const sync = file.sync.bind(file);
  const writeFile = file.writeFile.bind(file);
  file.sync = async () => {
    await sync();
    steps.push(`sync ${labelOf(path)}`);
  };
  file.writeFile = async (...args) => {
    await writeFile(...args);
    steps.push(`write ${labelOf(path)}`);
  };
  return file;
}

const labelOf = (path: string): string => basename(path).replace(/^[0-9a-f]{32}-[0-9a-f]{64}$/, 'ref');

describe('durability', () => {
  beforeEach(() => {
    steps.length = 0;
  });

  it('of staged content: the file, then its name, before the reference is known', async () => {
    const { store } = await scratchStore();
    steps.length = 0;
    await store.stage(bytes('[]'), null);
    expect(steps).toEqual(['write ref', 'sync ref', 'sync staging']);
  });

  it('of an announced deletion: the marker and its name', async () => {
    const { store } = await scratchStore();
    const ref = await store.stage(bytes('[]'), null);
    steps.length = 0;
    await store.announce(6, ref);
    expect(steps).toEqual(['write 6.delete', 'sync 6.delete', 'sync staging']);
  });

  it('of a deletion: the removal of the file is durable before its marker is removed', async () => {
    const { store } = await scratchStore();
    const ref = await store.stage(bytes('[]'), null);
    await store.publish(6, ref);
    await store.announce(6, ref);
    steps.length = 0;
    await store.delete(6, ref);
    expect(steps).toEqual(['unlink 6.json', 'sync algos', 'unlink 6.delete']);
  });

  it('of published content: its name in the root is durable before its name in `staging/` is removed', async () => {
    const { store } = await scratchStore();
    await store.publish(6, await store.stage(bytes('[]'), null));
    steps.length = 0;
    await store.stage(bytes('[]'), null);
    await store.stage(bytes('[]'), null);
    expect(steps.filter((step) => !step.endsWith('ref'))).toEqual(['sync algos', 'sync staging', 'sync staging']);
  });

  it('of content that an earlier process published: the root is synced at the start', async () => {
    await scratchStore();
    expect(steps).toEqual(['sync algos']);
  });

  it('of names needs one sync for all writers that wait for it', async () => {
    const { dir } = await scratchStore();
    const names = new NameSyncs(new Layout(dir));
    await names.move(() => Promise.resolve());
    steps.length = 0;
    await Promise.all(Array.from({ length: 10 }, () => names.syncStaging()));
    expect(steps).toEqual(['sync algos', 'sync staging']);
  });
});
