import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder, sharedFolder } from '../../../../test/support/scratchFolder.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { backUp, flawOf, noting, refusal, restoreTo, SECRET } from './support/backup.ts';
import { forgeFacts, linesOf, writeLines } from './support/forged.ts';

const scratch = sharedFolder();
let whole: Buffer;

beforeAll(async () => {
  await sampleStore(join(scratch, 'data'));
  await backUp(sqliteIn(join(scratch, 'data')), join(scratch, 'backup'));
  whole = await readFile(join(scratch, 'backup'));
});

async function fileOf(bytes: Uint8Array | string): Promise<string> {
  const path = join(scratchFolder(), 'backup');
  await writeFile(path, bytes);
  return path;
}

async function expectRefused(path: string, flaw: string | RegExp): Promise<void> {
  expect(await flawOf(path)).toMatch(flaw);
  const target = join(scratchFolder(), 'target');
  expect(await refusal(() => restoreTo(path, sqliteIn(target)))).toMatch(flaw);
  expect(await readdir(dirname(target)), 'the target was not touched').toEqual([]);
}

type Line = Record<string, unknown>;

/** A backup whose lines were changed, and whose digest fits. */
async function changed(change: (lines: Line[]) => Line[]): Promise<string> {
  const path = await fileOf(whole);
  await writeLines(path, change(await linesOf(path)), SECRET);
  return path;
}

describe('a backup with a flaw is refused by verify, and restore does not touch the target', () => {
  it('a flipped bit anywhere', async () => {
    for (let at = 0; at < whole.length; at += 991) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(await flawOf(await fileOf(bytes)), `at ${at}`).not.toBeNull();
    }
  });

  it('a flipped bit in a content, which is named and not counted as verified', async () => {
    const bytes = Buffer.from(whole);
    const at = bytes.indexOf('xxxxxxxxxx') + 5;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const { progress, lines } = noting();
    await flawOf(await fileOf(bytes), progress);
    expect(lines).toEqual(['  contents: 5 verified']); // of six
    const line = bytes.subarray(0, at).toString().split('\n').length;
    await expectRefused(
      await fileOf(bytes),
      new RegExp(`\\(1\\):\\n {2}line ${line} has the content .* which is damaged$`),
    );
  });

  it('a cut anywhere, at the end of a line too', async () => {
    const ends = [...whole.toString('latin1').matchAll(/\n/g)].map(({ index }) => index + 1).slice(0, -1);
    for (const length of [...ends, 60, Math.floor(whole.length / 2), whole.length - 1]) {
      const flaw = await flawOf(await fileOf(whole.subarray(0, length)));
      expect(flaw, `at ${length}`).toMatch(/it is cut or unfinished: its end is missing|is no backup/);
    }
    await expectRefused(await fileOf(whole.subarray(0, whole.length / 2)), 'it is cut or unfinished');
  });

  it('a line that was removed, with a digest of its own making', async () => {
    const without = (key: string) => (lines: Line[]) =>
      lines.toSpliced(
        lines.findIndex((line) => key in line),
        1,
      );
    await expectRefused(
      await changed(without('content')),
      /names the content .*, which is missing\n.*there are 5 contents/,
    );
    await expectRefused(await changed(without('session')), 'there are 1 rows of session, not 2');
    await expectRefused(await changed(without('moment')), 'is no part of a backup');
    await expectRefused(await changed(without('end')), 'its end is missing');
  });

  it('a line too much, in another place, or twice', async () => {
    const twice = (lines: Line[]) => lines.flatMap((line) => ('content' in line ? [line, line] : [line]));
    await expectRefused(await changed(twice), /has the content .* again/);
    await expectRefused(await changed((lines) => lines.toSpliced(-1, 0, { extra: 1 })), 'is no part of a backup');
    const swapped = (lines: Line[]) => {
      const [one, other] = lines.flatMap((line, index) => ('session' in line ? [index] : []));
      return lines.map(
        (line, index) => lines[index === one ? (other ?? 0) : index === other ? (one ?? 0) : index] ?? line,
      );
    };
    await expectRefused(await changed(swapped), 'is not in its order: session');
    await expectRefused(await fileOf(Buffer.concat([whole, Buffer.from('{}\n')])), 'comes after its end');
  });

  it('counts that are not those of its lines', async () => {
    const path = await fileOf(whole);
    await forgeFacts(path, { contents: { count: 6, bytes: 1 } }, SECRET);
    await expectRefused(path, /there are 6 contents of \d+ bytes, not 6 of 1/);
  });

  it.each([
    ['{"algotheque":"backup","form":2}', 'of a newer release'],
    ['{"algotheque":"backup","form":1}', 'its first line is damaged'],
    ['{"another":1}', 'is no backup of Algotheque'],
    ['{', 'is no backup of Algotheque'],
    ['', 'is no backup of Algotheque'],
    [gzipSync('{}'), 'If it is compressed, unpack it first'],
  ])('a first line %.45s', async (text, flaw) => {
    await expectRefused(await fileOf(text), flaw);
  });

  it('no backup at all', async () => {
    const folder = scratchFolder();
    expect(await flawOf(join(folder, 'absent'))).toContain('There is no backup at');
    await mkdir(join(folder, 'empty'));
    expect(await flawOf(join(folder, 'empty'))).toContain('is a folder: a backup is one file');
  });

  it('one whose texts would change what a terminal shows', async () => {
    const path = await changed((lines) => lines.toSpliced(-1, 0, { session: { digest: '\u001b[2J' } }));
    expect(await flawOf(path)).toContain('is not in its order: session \\u001b[2J');
  });
});

it('a whole backup is read from a named pipe', async () => {
  const folder = scratchFolder();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const [flaw] = await Promise.all([flawOf(join(folder, 'pipe')), writeFile(join(folder, 'pipe'), whole)]);
  expect(flaw).toBeNull();
});
