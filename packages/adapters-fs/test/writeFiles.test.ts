import type * as fs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openedFolder } from '../src/openedFolder.ts';
import { type FileWork, writeFiles } from '../src/writeFiles.ts';
import { bytes, scratchFolder } from './scratch.ts';

/** The calls, and what some of them fail with or do first. */
const disk = vi.hoisted(() => ({
  steps: [] as string[],
  before: (_step: string): unknown => undefined,
  open: new Map<number, string>(),
}));

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  const step = (text: string): void => {
    disk.steps.push(text);
    disk.before(text);
  };
  const nameOf = (file: number): string => disk.open.get(file) ?? String(file);
  const openSync = (path: string, ...rest: [number, number]): number => {
    step(`open ${basename(path)}`);
    const file = original.openSync(path, ...rest);
    disk.open.set(file, basename(path));
    return file;
  };
  const writeSync = (file: number, data: Uint8Array, at: number, length: number): number => {
    step(`write ${nameOf(file)}`);
    return original.writeSync(file, data, at, Math.min(length, 5)); // a system may write a part
  };
  const fsyncSync = (file: number): void => step(`sync ${nameOf(file)}`);
  const closeSync = (file: number): void => {
    original.closeSync(file);
    disk.open.delete(file);
  };
  return { ...original, openSync, writeSync, fsyncSync, closeSync };
});

const failAt =
  (wanted: string, code: string) =>
  (step: string): void => {
    if (step === wanted) throw Object.assign(new Error(`${code}: refused`), { code, syscall: 'call' });
  };

async function scene() {
  const path = join(await scratchFolder(), 'algos');
  const staging = join(path, 'staging');
  mkdirSync(staging, { recursive: true });
  const root = openedFolder(path);
  const work = (id: number, isNew = true): FileWork => ({
    published: join(path, `${id}.json`),
    staged: join(staging, `ref${id}`),
    bytes: bytes(`content ${id}`),
    isNew,
  });
  const write = (works: readonly FileWork[]) => writeFiles({ root, staging, works, maxBytes: 100 });
  const names = (): readonly string[] => readdirSync(path, { recursive: true }).map(String).sort();
  return { path, staging, work, write, names };
}

describe('files that are written together', () => {
  beforeEach(() => {
    Object.assign(disk, { steps: [], before: () => undefined });
    disk.open.clear();
  });

  it('are all written before the first of them is synced, and their folder is synced at the end', async () => {
    const { path, staging, work, write, names } = await scene();
    for (const id of [2, 3]) writeFileSync(join(path, `${id}.json`), 'before');
    disk.steps.length = 0;
    const removal = { ...work(3), staged: null };
    expect(write([work(1), work(2, false), removal])).toEqual([null, null, null]);
    const syncs = disk.steps.filter((step) => step.startsWith('sync'));
    expect(syncs).toEqual(['sync 1.json', 'sync ref2', 'sync algos']);
    expect(disk.steps.slice(-4)).toEqual([...syncs.slice(0, 2), 'open algos', 'sync algos']);
    expect([names(), readFileSync(join(path, '2.json'), 'utf8')]).toEqual([
      ['1.json', '2.json', 'staging'],
      'content 2',
    ]);
    expect([readdirSync(staging), disk.open.size]).toEqual([[], 0]);
  });

  it.each(['open ref2', 'write ref2', 'sync ref2'])('fail alone by %s, and leave no part', async (failing) => {
    const { path, staging, work, write } = await scene();
    disk.before = failAt(failing, 'ENOSPC');
    const [first, failed, third] = write([work(1), work(2, false), work(3)]);
    expect([first, failed, third]).toEqual([null, expect.objectContaining({ code: 'ENOSPC' }), null]);
    expect([readdirSync(staging), disk.open.size]).toEqual([[], 0]);
    expect(readFileSync(join(path, '3.json'), 'utf8')).toBe('content 3');
    expect(disk.steps.filter((step) => step === 'sync ref2').length).toBeLessThanOrEqual(1);
  });

  it('leave no part of a new file on a full disk', async () => {
    const { work, write, names } = await scene();
    let writes = 0;
    disk.before = (step) => {
      if (step === 'write 1.json') writes += 1;
      if (step === 'write 1.json' && writes === 2) failAt(step, 'ENOSPC')(step);
    };
    expect(write([work(1)])).toEqual([expect.objectContaining({ code: 'ENOSPC' })]);
    expect([names(), disk.open.size]).toEqual([['staging'], 0]);
  });

  it('are not durable when their folder cannot be synced', async () => {
    const { work, write } = await scene();
    disk.before = failAt('sync algos', 'EIO');
    expect(() => write([work(1)])).toThrow('EIO');
    expect(disk.open.size).toBe(0);
  });

  it('are not durable when another folder comes in the place of theirs meanwhile', async () => {
    const { path, work, write } = await scene();
    disk.before = (step) => {
      if (step !== 'sync 1.json') return;
      renameSync(path, `${path}-away`);
      mkdirSync(join(path, 'staging'), { recursive: true });
    };
    expect(() => write([work(1)])).toThrow('is not the folder that was opened');
  });
});
