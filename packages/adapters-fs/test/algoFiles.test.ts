import { execFileSync } from 'node:child_process';
import { link, lstat, mkdir, readdir, readFile, rename, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileChange, UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { openContentFiles } from '../src/index.ts';
import { bytes, scratchFolder } from './scratch.ts';

const NEW = bytes('{"new":2}');

/** Files in a new folder, beside a file outside that must not change. */
async function scene() {
  const scratch = await scratchFolder();
  const [dir, outside] = [join(scratch, 'algos'), join(scratch, 'outside')];
  await writeFile(outside, 'outside');
  const problems: string[] = [];
  const files = await openContentFiles(dir, { onProblem: (problem) => void problems.push(String(problem)) });
  const change = (id: number, isNew = false) =>
    ({ id, content: { ref: files.newRef(NEW), bytes: NEW, isNew } }) satisfies FileChange;
  return { dir, outside, files, problems, change, path: join(dir, '1.json') };
}

const FOREIGN: readonly (readonly [what: string, plant: (path: string, outside: string) => Promise<unknown>])[] = [
  ['a folder', (path) => mkdir(join(path, 'with', 'more'), { recursive: true })],
  ['a symbolic link', (path, outside) => symlink(outside, path)],
  ['a named pipe', async (path) => execFileSync('mkfifo', [path])],
  ['a file of 5000000000 bytes', (path) => writeFile(path, '').then(() => truncate(path, 5_000_000_000))],
];

describe.each(FOREIGN)('%s in the place of a file', (what, plant) => {
  it.each([true, false])('is moved to lost+found and reported, and others are written: new: %s', async (isNew) => {
    const { dir, outside, files, problems, change, path } = await scene();
    await plant(path, outside);
    const { ino } = await lstat(path);
    const [first, second] = [change(1, isNew), change(2, true)];
    expect(await files.apply([first, second])).toEqual([null, null]);
    for (const { id, content } of [first, second]) expect(await files.read(id, content.ref)).toEqual(NEW);
    const [kept = ''] = await readdir(join(dir, 'lost+found'));
    expect((await lstat(join(dir, 'lost+found', kept))).ino).toBe(ino);
    expect(problems).toEqual([expect.stringContaining(`${path} is ${what}`)]);
    expect([await readdir(join(dir, 'staging')), await readFile(outside, 'utf8')]).toEqual([[], 'outside']);
  });

  it('does not hold up a removal', async () => {
    const { dir, outside, files, path } = await scene();
    await plant(path, outside);
    expect(await files.apply([{ id: 1, content: null }])).toEqual([null]);
    expect((await readdir(dir)).filter((name) => name !== 'lost+found')).toEqual(['staging']);
    expect(await readFile(outside, 'utf8')).toBe('outside');
  });
});

describe('files of algorithms', () => {
  it('are replaced without a change of a second name, and only their user can access them', async () => {
    const { files, change, path, outside } = await scene();
    await link(outside, path);
    const next = change(1);
    expect(await files.apply([next])).toEqual([null]);
    expect([await readFile(outside, 'utf8'), await files.read(1, next.content.ref)]).toEqual(['outside', NEW]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('are written when an earlier try has left the temporary name', async () => {
    const { dir, files, change } = await scene();
    const next = change(1);
    await writeFile(join(dir, 'staging', next.content.ref), 'a part');
    expect(await files.apply([next])).toEqual([null]);
    expect([await files.read(1, next.content.ref), await readdir(join(dir, 'staging'))]).toEqual([NEW, []]);
  });

  it('fail alone when what is in their way cannot be moved', async () => {
    const { dir, outside, files, change, path } = await scene();
    await mkdir(path);
    await symlink(outside, join(dir, 'lost+found'));
    const [failed, ...others] = await files.apply([change(1), change(2, true), { id: 3, content: null }]);
    expect(failed).toBeInstanceOf(UnavailableError);
    expect([others, (await lstat(path)).isDirectory()]).toEqual([[null, null], true]);
  });

  it('fail while `staging/` is a symbolic link or gone, and nothing is written elsewhere', async () => {
    const { dir, files, change } = await scene();
    expect(await files.apply([change(1, true)])).toEqual([null]);
    const elsewhere = join(dir, '..', 'elsewhere');
    await rename(join(dir, 'staging'), elsewhere);
    const changes = [change(1), { id: 2, content: null }];
    for (const outcome of await files.apply(changes)) expect(outcome).toBeInstanceOf(UnavailableError);
    await symlink(elsewhere, join(dir, 'staging'));
    for (const outcome of await files.apply(changes)) expect(outcome).toBeInstanceOf(UnavailableError);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it.each([
    ['an id', { id: 1.5, content: null }],
    ['a reference', { id: 1, content: { ref: '../../victim', bytes: NEW, isNew: true } }],
  ] satisfies [string, FileChange][])(
    'are refused with %s that is none, before anything is written',
    async (_, wrong) => {
      const { dir, files, change } = await scene();
      await expect(files.apply([change(1, true), wrong])).rejects.toBeInstanceOf(RangeError);
      expect(await readdir(dir)).toEqual(['staging']);
    },
  );
});
