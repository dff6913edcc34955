import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type LocalOptions, openLocal } from '../src/openLocal.ts';

it('releases the folder when the policy is invalid', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await expect(openLocal({ dataDir, policy: { tokenIdleMs: Number.NaN } })).rejects.toThrow(/tokenIdleMs/);
  await (await openLocal({ dataDir })).close();
});

it('refuses an unknown option before it creates the folder', async () => {
  const dataDir = join(tmpdir(), 'local-that-is-not-made');
  const misspelt: object = { onMail() {}, polcy: {} };
  await expect(openLocal({ dataDir, ...misspelt })).rejects.toThrow(
    new RangeError('openLocal has no option onMail, polcy'),
  );
  expect(existsSync(dataDir)).toBe(false);
});

it.each([undefined, null, {}, { dataDir: '' }, { dataDir: null }, { dataDir: 5 }])(
  'refuses %j, and creates no folder',
  async (options) => {
    const hadData = existsSync('data');
    // As JavaScript may call it, where no compiler asks for the folder.
    await expect(openLocal(options as LocalOptions)).rejects.toThrow(TypeError);
    await expect(openLocal(options as LocalOptions)).rejects.toThrow(/dataDir/);
    expect(existsSync('data')).toBe(hadData);
  },
);
