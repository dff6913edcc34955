import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../test/support/modeOf.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/index.ts';

/** The lines of a start that succeeds. */
async function start(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const lines: string[] = [];
  const onProblem = (problem: unknown): void => void lines.push(String(problem));
  await (await openLocal({ dataDir, settings, onProblem })).close();
  return lines;
}

describe('a secret that others may use', () => {
  it.each([0o644, 0o640, 0o604, 0o622, 0o777])('of mode %o is closed to them, and this is reported', async (mode) => {
    const dir = scratchFolder();
    expect(await start(dir)).toEqual([]);
    const path = join(dir, 'secret');
    const secret = await readFile(path, 'utf8');
    await chmod(path, mode);
    expect(await start(dir)).toEqual([expect.stringContaining(`${path} (mode ${mode.toString(8)})`)]);
    expect(modeOf(path)).toBe(0o600);
    expect(await readFile(path, 'utf8')).toBe(secret);
    expect(await start(dir)).toEqual([]);
  });

  it('that a setting names may be a link to such a file, as orchestrators mount them, and this is reported', async () => {
    const dir = scratchFolder();
    await writeFile(join(dir, 'mounted'), 'a secret of an orchestrator, which is long enough');
    await chmod(join(dir, 'mounted'), 0o444);
    await symlink('mounted', join(dir, 'link'));
    const settings = { ALGOTHEQUE_SECRET_FILE: join(dir, 'link') };
    expect(await start(join(dir, 'data'), settings)).toEqual([
      expect.stringContaining(`${join(dir, 'link')} (mode 444)`),
    ]);
    expect(modeOf(join(dir, 'mounted'))).toBe(0o444);
    await chmod(join(dir, 'mounted'), 0o400);
    expect(await start(join(dir, 'data'), settings)).toEqual([]);
  });
});

describe('a folder that others may write in', () => {
  it.each([0o777, 0o775, 0o770, 0o702])('of mode %o is closed to them, and this is reported', async (mode) => {
    const dir = join(scratchFolder(), 'data');
    await mkdir(dir);
    await chmod(dir, mode);
    expect(await start(dir)).toEqual([expect.stringContaining(`${dir} (mode ${mode.toString(8)})`)]);
    expect(modeOf(dir) & 0o027).toBe(0);
    await chmod(join(dir, 'algos'), mode);
    expect(await start(dir)).toEqual([expect.stringContaining(`${join(dir, 'algos')} (mode`)]);
    expect(await start(dir)).toEqual([]);
  });

  it.each([0o700, 0o750, 0o755])('does not include a folder of mode %o, which keeps its mode', async (mode) => {
    const dir = join(scratchFolder(), 'data');
    await mkdir(dir);
    await chmod(dir, mode);
    expect(await start(dir)).toEqual([]);
    expect(modeOf(dir)).toBe(mode);
  });

  it('is refused when all users may write in it, and keeps its mode', async () => {
    const dir = join(scratchFolder(), 'tmp');
    await mkdir(dir);
    await chmod(dir, 0o1777);
    await expect(start(dir)).rejects.toThrow(`${dir} (mode 1777)`);
    expect(modeOf(dir)).toBe(0o1777);
    expect(await start(join(dir, 'data'))).toEqual([]);
  });
});

describe('a symbolic link', () => {
  it.each(['secret', 'algotheque.db', 'algotheque.db-wal', 'algotheque.db-shm', 'algos/owner-id', 'lock.db'])(
    'in the place of %s is not followed',
    async (name) => {
      const dir = scratchFolder();
      const outside = join(dir, 'outside');
      await mkdir(join(dir, 'data', 'algos'), { recursive: true, mode: 0o700 });
      await writeFile(outside, 'a text that is nobody\u2019s business, and long enough for a secret');
      await symlink(outside, join(dir, 'data', name));
      await expect(start(join(dir, 'data'))).rejects.toMatchObject({
        name: expect.stringMatching(/^(Start|Settings)Error$/),
        message: expect.stringMatching(/symbolic link/),
      });
      expect(await readFile(outside, 'utf8')).toContain('business');
      expect((await stat(outside)).size).toBeGreaterThan(32);
    },
  );

  it('in the place of the outbox is not followed, and nothing is removed where it leads', async () => {
    const dir = scratchFolder();
    const [data, outside] = [join(dir, 'data'), join(dir, 'outside')];
    const old = '20200101T000000000Z-0123456789abcdef.eml';
    for (const folder of [data, outside]) await mkdir(folder, { mode: 0o700 });
    await writeFile(join(outside, old), '');
    await symlink(outside, join(data, 'outbox'));
    await expect(start(data)).rejects.toMatchObject({ message: expect.stringMatching(/symbolic link/) });
    expect(await readdir(outside)).toEqual([old]);
  });

  it('may lead to the data folder', async () => {
    const dir = scratchFolder();
    await mkdir(join(dir, 'data'), { mode: 0o700 });
    await symlink('data', join(dir, 'link'));
    expect(await start(join(dir, 'link'))).toEqual([]);
  });
});
