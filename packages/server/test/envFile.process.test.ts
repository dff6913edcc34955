import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { runCommand } from './support/serverProcess.ts';

/** Settings that refuse the start and are named, so that the refusal shows what was read. */
const WRONG = 'ALGOTHEQUE_FROM_FILE=1\nPORT=file\n';

/** Runs `serve` in the folder, as npm runs the script `event`. */
const serveIn = (cwd: string, event: string, env: Readonly<Record<string, string>> = {}) =>
  runCommand(['serve'], { npm_lifecycle_event: event, ALGOTHEQUE_DATA_DIR: cwd, ...env }, cwd);

describe('the file .env', () => {
  it('is read by npm start; the environment wins', async () => {
    const dir = scratchFolder();
    await writeFile(join(dir, '.env'), WRONG);
    const { code, stderr } = await serveIn(dir, 'start', { PORT: 'environment' });
    expect(code).toBe(1);
    expect(stderr).toContain('ALGOTHEQUE_FROM_FILE is not a setting');
    expect(stderr).toContain('not "environment"');
  });

  it('is read by nothing else', async () => {
    const dir = scratchFolder();
    await writeFile(join(dir, '.env'), WRONG);
    const { code, stderr } = await serveIn(dir, 'algotheque', { PORT: 'environment' });
    expect(code).toBe(1);
    expect(stderr).not.toContain('ALGOTHEQUE_FROM_FILE');
  });

  it.each([
    ['a line of it is none', (path: string) => writeFile(path, 'hunter2\n')],
    ['it cannot be read', (path: string) => mkdir(path)],
  ])('is refused in one line when %s', async (_what, make) => {
    const dir = scratchFolder();
    await make(join(dir, '.env'));
    expect(await serveIn(dir, 'start')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^algotheque: \.env cannot be read: (?!.*hunter2).*\n$/),
    });
  });
});
