import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { runIn } from '../cli/runIn.ts';

const BIN = fileURLToPath(new URL('../../bin/algotheque.js', import.meta.url));
const USER = 10001;
const CREATE = ['user', 'create', '--email', 'ada@example.org', '--pseudo', 'Ada', '--password-file', '-'];

const isRoot = process.getuid?.() === 0;
const canBecome = isRoot && spawnSync('setpriv', ['--reuid', '65534', 'true']).status === 0;

const BECOME = ['--reuid', String(USER), '--regid', String(USER), '--clear-groups', process.execPath];
const PROGRAM = [...BECOME, '--conditions=@algotheque/source', BIN];
const envOf = (dataDir: string) => ({ PATH: process.env['PATH'], PORT: '0', ALGOTHEQUE_DATA_DIR: dataDir });

/** Runs a command as the user of the folder. */
function asUser(args: readonly string[], dataDir: string) {
  const input = 'analytical engine\n';
  return spawnSync('setpriv', [...PROGRAM, ...args], { cwd: '/', env: envOf(dataDir), input, encoding: 'utf8' });
}

/** Starts a server as the user of the folder; resolves when it listens. */
async function serverOfUser(dataDir: string): Promise<() => Promise<unknown>> {
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const child = spawn('setpriv', [...PROGRAM, 'serve'], { cwd: '/', env: envOf(dataDir), stdio: [...stdio] });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const lines of child.stderr ?? []) if (String(lines).includes(' listens on ')) break;
  return () => {
    child.kill();
    return ended;
  };
}

/** What of the folder is not its user's. */
const foreignIn = (dataDir: string): readonly string[] =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(dataDir, name)).uid !== USER,
  );

/** A folder of another user, as an administrator makes it before the first start. */
async function folderOfUser(): Promise<string> {
  const scratch = scratchFolder();
  chmodSync(scratch, 0o755);
  const dataDir = join(scratch, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  chownSync(dataDir, USER, USER);
  return dataDir;
}

describe.runIf(canBecome)('a command of root in a folder of another user', () => {
  it('makes nothing before the first start, and says how to run it', async () => {
    const dataDir = await folderOfUser();
    const env = { ALGOTHEQUE_DATA_DIR: dataDir };
    const { code, stderr } = await runIn(CREATE, { env, input: 'analytical engine\n' });
    expect(code).toBe(1);
    expect(stderr).toContain(`${dataDir} belongs to user ${USER}`);
    expect(stderr).toContain(`setpriv --reuid=${USER} --regid=${USER} --clear-groups`);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(asUser(CREATE, dataDir)).toMatchObject({ status: 0 });
    expect(asUser(['user', 'show', '1'], dataDir)).toMatchObject({ status: 0 });
  });

  it('leaves a store as it is that no server uses', async () => {
    const dataDir = await folderOfUser();
    asUser(CREATE, dataDir);
    const env = { ALGOTHEQUE_DATA_DIR: dataDir };
    expect(await runIn(['user', 'disable', '1'], { env })).toMatchObject({ code: 1 });
    expect(asUser(['user', 'show', '1', '--json'], dataDir).stdout).toContain('"isDisabled":false');
  });

  it('works beside its server, and leaves nothing there that is of root', async () => {
    const dataDir = await folderOfUser();
    const stop = await serverOfUser(dataDir);
    const env = { ALGOTHEQUE_DATA_DIR: dataDir };
    expect(await runIn(CREATE, { env, input: 'analytical engine\n' })).toMatchObject({ code: 0 });
    expect(await runIn(['user', 'delete', '1', '--yes'], { env })).toMatchObject({ code: 0 });
    expect(foreignIn(dataDir)).toEqual([]);
    await stop();
    expect(foreignIn(dataDir)).toEqual([]);
    expect(asUser(['user', 'list'], dataDir)).toMatchObject({ status: 0 });
  });

  it.each([0o777, 0o755, 0o700])('says whose a folder of mode %o is', async (mode) => {
    const dataDir = await folderOfUser();
    chownSync(dataDir, 0, 0);
    chmodSync(dataDir, mode);
    const { status, stderr } = asUser(['serve'], dataDir);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`${dataDir} belongs to user 0, and this is user ${USER}: chown -R ${USER}`),
    });
  });
});
