import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLocal } from '../src/openLocal.ts';

it('gives the folder back when the policy cannot be', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await expect(openLocal({ dataDir, policy: { tokenIdleMs: Number.NaN } })).rejects.toThrow(/tokenIdleMs/);
  await (await openLocal({ dataDir })).close();
});
