import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';

const BIN = fileURLToPath(new URL('../../bin/algotheque.js', import.meta.url));
const NOBODY = 65_534;

/** The beginning of a command that runs as a user without the rights of root; null where there is none. */
function otherUser(): readonly string[] | null {
  if (process.getuid?.() !== 0) return process.getuid === undefined ? null : [];
  const prefix = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  try {
    const [program = '', ...options] = prefix;
    execFileSync(program, [...options, process.execPath, '--conditions=@algotheque/source', BIN, '--version']);
    return prefix;
  } catch {
    return null; // there is no setpriv, or this user may not read the program
  }
}

const prefix = otherUser();
if (prefix === null) console.warn('Folders that cannot be read are not tested: there is no way to run as another user');

describe.skipIf(prefix === null)('a store that this user may not read', () => {
  /** A sample store of the other user, in a folder that everybody may enter. */
  async function sample(): Promise<string> {
    const root = scratchFolder();
    chmodSync(root, 0o755);
    const { dataDir } = await sampleStore(join(root, 'data'));
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    if (prefix?.length !== 0) for (const name of ['.', ...names]) chownSync(join(dataDir, name), NOBODY, NOBODY);
    return dataDir;
  }

  /** Runs the command while the path has the mode. */
  function examineWith(dataDir: string, path: string, mode: number) {
    onTestFinished(() => chmodSync(path, 0o700)); // so that it can be removed
    chmodSync(path, mode);
    const [program, ...args] = [...(prefix ?? []), process.execPath, '--conditions=@algotheque/source', BIN, 'doctor'];
    const env = { PATH: process.env['PATH'], ALGOTHEQUE_DATA_DIR: dataDir };
    const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
    return {
      status,
      stdout,
      lines: stderr
        .trimEnd()
        .split('\n')
        .filter((line) => !/: nothing found/.test(line)),
    };
  }

  it.each([
    ['the folder of content', 'algos', 0],
    ['the database', 'algotheque.db', 0],
  ])('for %s: one line, and exit code 2', { timeout: 120_000 }, async (_, name, mode) => {
    const dataDir = await sample();
    const { status, stdout, lines } = examineWith(dataDir, join(dataDir, name), mode);
    expect({ status, stdout, lines }).toEqual({
      status: 2,
      stdout: '',
      lines: [expect.stringMatching(/^algotheque: \S/)],
    });
    expect(lines[0]).toContain(dataDir);
  });

  it.each(['a log without its index', 'no log'])(
    'for %s in a folder that is read-only: one line, and exit code 2',
    { timeout: 120_000 },
    async (what) => {
      const dataDir = await sample();
      const [log, kept] = [join(dataDir, 'algotheque.db-wal'), join(dataDir, 'kept')];
      const db = new DatabaseSync(join(dataDir, 'algotheque.db'));
      db.exec("UPDATE users SET pseudo = 'Ada L.' WHERE id = 1");
      copyFileSync(log, kept);
      db.close();
      if (what === 'no log') rmSync(kept);
      else {
        renameSync(kept, log);
        if (prefix?.length !== 0) chownSync(log, NOBODY, NOBODY);
      }
      const { status, stdout, lines } = examineWith(dataDir, dataDir, 0o500);
      expect({ status, stdout, lines }).toEqual({
        status: 2,
        stdout: '',
        lines: [expect.stringMatching(/^algotheque: \S/)],
      });
      expect(lines[0]).toContain('algotheque.db');
    },
  );
});
