import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { lockDataFolder } from '../src/index.ts';
import { scratchFolder } from './scratch.ts';

// Another process makes each folder right before this one does.
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  const rival = (path: string, options: { mode: number }): void => {
    original.mkdirSync(path, options);
    original.mkdirSync(path, options);
  };
  return { ...original, mkdirSync: vi.fn<typeof rival>(rival) };
});

it('takes a folder that another process made at the same moment', async () => {
  const dir = join(scratchFolder(), 'a', 'b');
  lockDataFolder(dir).release();
  expect(statSync(dir).isDirectory()).toBe(true);
  expect(mkdirSync).toHaveBeenCalledTimes(2);
});
