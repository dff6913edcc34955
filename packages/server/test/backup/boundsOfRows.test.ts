import type { PortableKind } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import type { Backup } from '../../src/backup/form/backup.ts';
import { rowsOf } from '../../src/backup/form/backupLook.ts';
import { findingsOf } from '../../src/backup/form/findings.ts';
import { type ManifestFacts, manifestText, parseManifest } from '../../src/backup/form/manifest.ts';
import { rowsName } from '../../src/backup/form/parts.ts';
import { Problems } from '../../src/backup/form/problems.ts';
import { readRows } from '../../src/backup/form/readRows.ts';

const { signal } = new AbortController();
const MOST_BYTES = 32 * 1_048_576;

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A backup that has only these rows. */
function backupOf(kind: PortableKind, rows: readonly object[]): Backup {
  return {
    location: 'memory',
    files: [{ name: rowsName(kind), bytes: 1 }],
    foreign: [],
    read: (name) => pieces(name === rowsName(kind) ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : ''),
    async close() {},
  };
}

/** Folders of owners who are not in the backup, each of which is a finding. */
const trees = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ownerId: index + 1, version: 1, lastId: 0, folders: [] }));
const deletions = (count: number) => Array.from({ length: count }, (_, index) => ({ userId: index + 1, date: 1 }));

const formers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: 1,
    nom: 'Sort',
    dateCreation: 0,
    dateModification: 0,
    ownerId: 1,
    version: index + 1,
    ref: `ref ${index}`,
    contentBytes: 2,
    dateExpiration: 1,
    content: '{}',
  }));

const deleted = (count: number) =>
  formers(count).map(({ dateExpiration: _date, content: _content, ...former }, index) => ({
    ...former,
    id: index + 1,
    ref: `${'0'.repeat(32)}-${'a'.repeat(64)}`,
    permsAlgorithme: [],
    places: [],
    waiting: [],
    dateSuppression: 1,
  }));

describe('the rows of a backup', () => {
  it.each([
    ['deletion', deletions(2_345), [1_000, 1_000, 345]],
    ['folder', trees(45), [20, 20, 5]],
    ['former', formers(45), [20, 20, 5]],
    ['deleted', deleted(2_345), [1_000, 1_000, 345]],
  ] as const)('are given in batches: %s', async (kind, rows, expected) => {
    const sizes: number[] = [];
    for await (const batch of rowsOf(backupOf(kind, rows), signal).exportRows(kind)) sizes.push(batch.length);
    expect(sizes).toEqual(expected);
  });

  it('have at most 32 MiB each', async () => {
    const read = async (length: number): Promise<number> => {
      let count = 0;
      for await (const { row } of readRows('user', pieces(JSON.stringify({ x: 'x'.repeat(length - 8) })))) {
        expect(row).toHaveProperty('x');
        count += 1;
      }
      return count;
    };
    expect(await read(MOST_BYTES)).toBe(1);
    await expect(read(MOST_BYTES + 1)).rejects.toBeInstanceOf(RangeError);
  });
});

describe('what is wrong with a backup', () => {
  const date = new Date(0).toISOString();

  it('is looked for up to 200 findings, or as many as are asked for', async () => {
    const backup = backupOf('folder', trees(201));
    expect(await findingsOf(backup, { date, signal })).toHaveLength(200);
    expect(await findingsOf(backup, { date, signal, most: 3 })).toHaveLength(3);
  });

  it('is a line of at most 300 characters for each finding', async () => {
    const [line = ''] = await findingsOf(backupOf('user', [{ id: 'x'.repeat(400) }]), { date, signal });
    expect(line).toHaveLength(300);
  });

  it('is named up to twenty problems, and the others are counted', () => {
    const problems = new Problems();
    for (let count = 1; count <= 25; count += 1) problems.add(`problem ${count}`);
    const lines = problems.text.split('\n');
    expect([problems.count, lines.length, lines.at(-1)]).toEqual([25, 21, '  and 5 more']);
  });
});

describe('the texts of a manifest', () => {
  const tally = { count: 0, bytes: 0, sha256: '0'.repeat(64) };
  const facts = {
    date: new Date(0).toISOString(),
    release: '1',
    store: 'sqlite',
    isOneMoment: true,
    rows: { user: tally, session: tally, folder: tally, algo: tally, deletion: tally, lastId: tally },
    contents: tally,
    leftOut: { count: 1, named: ['x'] },
    findings: [],
  };
  const isRead = (changed: Partial<ManifestFacts>): boolean => {
    try {
      return parseManifest(manifestText({ ...facts, ...changed })) !== null;
    } catch {
      return false;
    }
  };

  it.each<[number, (text: string) => Partial<ManifestFacts>]>([
    [100, (release) => ({ release })],
    [1_000, (text) => ({ leftOut: { count: 1, named: [text] } })],
    [300, (text) => ({ findings: [text] })],
  ])('have at most %i characters', (most, changed) => {
    expect([most, most + 1].map((length) => isRead(changed('x'.repeat(length))))).toEqual([true, false]);
  });
});
