import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifestText, parseManifest } from '../../src/backup/form/manifest.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { makeScratch, scratchFolder } from '../support/scratch.ts';
import { backUp, flawOf, refusal, restoreTo } from './support/backup.ts';

let whole: string;
let files: readonly string[];

beforeAll(async () => {
  whole = await makeScratch();
  await sampleStore(join(whole, 'data'));
  await backUp(sqliteIn(join(whole, 'data')), join(whole, 'folder'));
  await backUp(sqliteIn(join(whole, 'data')), join(whole, 'file.tar'));
  const names = await readdir(join(whole, 'folder'), { recursive: true });
  files = names.filter((name) => /\.jsonl?$/.test(name));
});
afterAll(() => rm(whole, { recursive: true, force: true }));

/** A copy of the folder that a test may damage. */
async function copied(name = 'folder'): Promise<string> {
  const path = join(await scratchFolder(), name);
  await cp(join(whole, name), path, { recursive: true });
  return path;
}

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

async function expectRefused(path: string, flaw: string | RegExp): Promise<void> {
  expect(await flawOf(path)).toMatch(flaw);
  const target = join(await scratchFolder(), 'target');
  expect(await refusal(() => restoreTo(path, sqliteIn(target)))).toMatch(flaw);
  expect(await readdir(dirname(target)), 'the target was not touched').toEqual([]);
}

describe('a backup with a flaw is named by verify, and restore does not touch the target', () => {
  it('a flipped bit in any file', async () => {
    expect(files.length).toBe(1 + 8 + 5);
    for (const name of files) {
      const path = await copied();
      const size = (await readFile(join(path, name))).length;
      if (size === 0) continue;
      await flip(join(path, name), Math.floor(size / 2));
      expect(await flawOf(path), name).toMatch(name === 'manifest.json' ? 'The manifest' : name);
    }
  });

  it('a flipped bit in the middle, and anywhere in the parts of a tar', async () => {
    const path = await copied('file.tar');
    const bytes = await readFile(path);
    for (let at = 100; at < bytes.length; at += 997) {
      if (bytes[at] === 0) continue; // what fills up a block has no meaning
      await flip(path, at);
      expect(await flawOf(path), `at ${at}`).not.toBeNull();
      await flip(path, at);
    }
    expect(await flawOf(path)).toBeNull();
  });

  it('a file too much, whose name cannot change what a terminal shows', async () => {
    const path = await copied();
    await writeFile(join(path, 'whole\n\u001b[2J'), '');
    expect(await flawOf(path)).toContain('  whole\\u000a\\u001b[2J is no part of a backup');
  });

  it('a tar that is cut anywhere', async () => {
    const { length } = await readFile(join(whole, 'file.tar'));
    for (const part of [0, 0.1, 0.5, 0.9]) {
      const path = await copied('file.tar');
      await truncate(path, Math.floor(length * part));
      await expectRefused(path, /is cut, or is no tar|is no backup: it has no manifest/);
    }
  });

  it('what is missing, and what is too much', async () => {
    const missing = await copied();
    const content = files.find((name) => name.startsWith('contents')) ?? '';
    await rm(join(missing, content));
    await rm(join(missing, 'rows/session.jsonl'));
    await expectRefused(missing, /rows\/session.jsonl is missing\n {2}the content [0-9a-f]{64} is missing/);

    const extra = await copied();
    const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    await mkdir(join(extra, 'contents/e3'), { recursive: true });
    await writeFile(join(extra, `contents/e3/${digest}.json`), '');
    await writeFile(join(extra, 'notes.txt'), '');
    await expectRefused(extra, /notes.txt is no part of a backup\n {2}contents\/e3\/.* is named by no record/);
  });

  it('a row that was removed, with a manifest of its own making', async () => {
    const path = await copied();
    const {
      format: _format,
      version: _version,
      ...facts
    } = parseManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
    await writeFile(
      join(path, 'manifest.json'),
      manifestText({ ...facts, contents: { ...facts.contents, count: 3, bytes: 1 } }),
    );
    await expectRefused(path, 'there are 5 contents');
  });

  it.each([
    ['{"format":"algotheque-backup","version":6}', 'of a newer release'],
    ['{"format":"algotheque-backup","version":3}', 'made between two releases'],
    ['{"format":"algotheque-backup","version":4}', 'made between two releases'],
    ['{"format":"another"}', 'of no backup of Algotheque'],
    ['{"format":"algotheque-backup","version":5}', 'The manifest is damaged'],
    ['{', 'it is no JSON'],
    [' '.repeat(1_100_000), 'the manifest is too large'],
  ])('a manifest %.45s', async (text, flaw) => {
    const path = await copied();
    await writeFile(join(path, 'manifest.json'), text);
    await expectRefused(path, flaw);
  });

  it('no backup at all', async () => {
    const scratch = await scratchFolder();
    expect(await flawOf(join(scratch, 'absent'))).toContain('There is no backup at');
    await mkdir(join(scratch, 'empty'));
    expect(await flawOf(join(scratch, 'empty'))).toContain('it has no manifest');
    await writeFile(join(scratch, 'text.tar'), 'no tar'.repeat(1_000));
    expect(await flawOf(join(scratch, 'text.tar'))).toContain('is no tar');
  });
});

describe('a hostile backup', () => {
  const HOSTILE = [
    { name: '/tmp/algotheque-hostile', type: 'file' },
    { name: '../algotheque-hostile', type: 'file' },
    { name: 'contents/../../algotheque-hostile', type: 'file' },
    { name: 'rows/user.jsonl', type: 'symlink', linkname: '/etc/passwd' },
    { name: 'contents/aa', type: 'symlink', linkname: '/tmp' },
    { name: 'manifest.json', type: 'link', linkname: '/etc/passwd' },
  ] as const;

  it('as a tar leads nowhere: its names are never used as paths', async () => {
    const path = join(await scratchFolder(), 'hostile.tar');
    const tar = pack();
    for (const header of HOSTILE) tar.entry({ ...header, size: 0 }, '');
    tar.entry({ name: 'manifest.json' }, await readFile(join(whole, 'folder/manifest.json')));
    tar.finalize();
    await pipeline(tar, createWriteStream(path));
    await expectRefused(path, '../algotheque-hostile is no part of a backup');
    expect(await flawOf(path)).toContain('rows/user.jsonl is no part of a backup');
  });

  it('as a tar with a part twice', async () => {
    const path = join(await scratchFolder(), 'twice.tar');
    const tar = pack();
    const manifest = await readFile(join(whole, 'folder/manifest.json'));
    for (const _ of [1, 2]) tar.entry({ name: 'manifest.json' }, manifest);
    tar.finalize();
    await pipeline(tar, createWriteStream(path));
    await expectRefused(path, 'a part is there twice');
  });

  it('as a folder with links', async () => {
    const path = await copied();
    await rm(join(path, 'rows/user.jsonl'));
    await symlink('/etc/passwd', join(path, 'rows/user.jsonl'));
    await rm(join(path, 'contents'), { recursive: true });
    await symlink(join(whole, 'folder/contents'), join(path, 'contents'));
    await expectRefused(path, /contents is no part of a backup[\s\S]*rows\/user.jsonl is no part/);
  });
});
