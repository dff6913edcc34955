import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from './support/scratch.ts';
import { runCommand } from './support/serverProcess.ts';

/** Settings that refuse the start and are named, so that the refusal shows what was read. */
const WRONG = 'ALGOTHEQUE_FROM_FILE=1\nPORT=file\n';

/** Runs `serve` in the folder, as npm runs the script `event`. */
const serveIn = (cwd: string, event: string, env: Readonly<Record<string, string>> = {}) =>
  runCommand(['serve'], { npm_lifecycle_event: event, ALGOTHEQUE_DATA_DIR: cwd, ...env }, cwd);

describe('the file .env', () => {
  it('is read by npm start; the environment wins', async () => {
    const dir = await scratchFolder();
    await writeFile(join(dir, '.env'), WRONG);
    const { code, stderr } = await serveIn(dir, 'start', { PORT: 'environment' });
    expect(code).toBe(1);
    expect(stderr).toContain('ALGOTHEQUE_FROM_FILE is not a setting');
    expect(stderr).toContain('not "environment"');
  });

  it('is read by nothing else', async () => {
    const dir = await scratchFolder();
    await writeFile(join(dir, '.env'), WRONG);
    const { code, stderr } = await serveIn(dir, 'algotheque', { PORT: 'environment' });
    expect(code).toBe(1);
    expect(stderr).not.toContain('ALGOTHEQUE_FROM_FILE');
  });

  /** What the refusal of a start shows of the file. */
  async function refusalOf(bytes: string | Uint8Array) {
    const dir = await scratchFolder();
    await writeFile(join(dir, '.env'), bytes);
    return (await serveIn(dir, 'start')).stderr;
  }

  it.each<[string, string | Uint8Array]>([
    ['a byte order mark, and lines of Windows', '\ufeffALGOTHEQUE_FROM_FILE=1\r\nPORT=file\r\n'],
    ['UTF-16', Buffer.from('\ufeffALGOTHEQUE_FROM_FILE=1\r\nPORT=file\r\n', 'utf16le')],
    ['UTF-16 of the other order', Buffer.from('\ufeffALGOTHEQUE_FROM_FILE=1\nPORT=file\n', 'utf16le').swap16()],
    ['lines that end as on old Macs', 'ALGOTHEQUE_FROM_FILE=1\rPORT=file\r'],
    ['export and blanks', '\u00a0export ALGOTHEQUE_FROM_FILE = 1\n\n# a comment\n PORT = file # a comment\n'],
    ['quotes', 'ALGOTHEQUE_FROM_FILE="1"\nPORT=\'file\' # a comment\n'],
  ])('is read with %s', async (_what, bytes) => {
    const stderr = await refusalOf(bytes);
    expect(stderr).toContain('ALGOTHEQUE_FROM_FILE is not a setting');
    expect(stderr).toContain('not "file"');
  });

  it('has a value with # in quotes', async () => {
    expect(await refusalOf('PORT="C#tools"\n')).toContain('not "C#tools"');
  });

  it.each<[string, string | Uint8Array]>([
    ['line 1 is no setting, NAME=value', 'PORT: 4000\n'],
    ['line 2 is no setting, NAME=value', 'PORT=4000\nhunter2\n'],
    ['line 1: the value of ALGOTHEQUE_NAME has a #', 'ALGOTHEQUE_NAME=C#hunter2\n'],
    ['line 1: the quotes around the value of ALGOTHEQUE_NAME are not closed', 'ALGOTHEQUE_NAME="hunter2\n'],
    ['neither UTF-8 nor UTF-16', Buffer.from('PORT=4000\n', 'utf16le')],
  ])('is refused in one line, without a value: %s', async (reason, bytes) => {
    const stderr = await refusalOf(bytes);
    expect(stderr).toMatch(/^algotheque: \.env cannot be read: .*\n$/);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('hunter2');
  });

  it('is refused in one line when it cannot be read', async () => {
    const dir = await scratchFolder();
    await mkdir(join(dir, '.env'));
    expect(await serveIn(dir, 'start')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^algotheque: \.env cannot be read: .*\n$/),
    });
  });
});
