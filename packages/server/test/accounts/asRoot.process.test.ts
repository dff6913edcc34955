import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runIn } from '../cli/runIn.ts';
import { scratchFolder } from '../support/scratch.ts';

const BIN = fileURLToPath(new URL('../../bin/algotheque.js', import.meta.url));
const USER = 10001;
const CREATE = ['user', 'create', '--email', 'ada@example.org', '--pseudo', 'Ada', '--password-file', '-'];

const isRoot = process.getuid?.() === 0;
const canBecome = isRoot && spawnSync('setpriv', ['--reuid', '65534', 'true']).status === 0;

/** Runs a command as the user of the folder. */
function asUser(args: readonly string[], dataDir: string) {
  const become = ['--reuid', String(USER), '--regid', String(USER), '--clear-groups', process.execPath];
  const env = { PATH: process.env['PATH'], ALGOTHEQUE_DATA_DIR: dataDir };
  const input = 'analytical engine\n';
  const all = [...become, '--conditions=@algotheque/source', BIN, ...args];
  return spawnSync('setpriv', all, { cwd: '/', env, input, encoding: 'utf8' });
}

/** A folder of another user, as an administrator makes it before the first start. */
async function folderOfUser(): Promise<string> {
  const scratch = await scratchFolder();
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
