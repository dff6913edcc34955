import { hash } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortableKind } from '@algotheque/domain';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { copyContents } from '../../src/backup/contents.ts';
import { Backup, type Index } from '../../src/backup/form/backup.ts';
import { End, Head } from '../../src/backup/form/lines.ts';
import { Problems } from '../../src/backup/form/problems.ts';
import { MAX_LINE_BYTES, readLines } from '../../src/backup/form/readLines.ts';
import { LeftOut } from '../../src/backup/leftOut.ts';
import { WrittenRows } from '../../src/backup/rows.ts';
import { busiest } from '../support/busiest.ts';
import { algo, algos, copying, deleted, textOf, viewOf } from './support/listed.ts';

async function* none() {}

describe('a backup that is being made', () => {
  it('copies at most eight contents at once', async () => {
    const { seen, work: read } = busiest();
    const view = viewOf(algos(30));
    const work = copying(
      { ...view, exportRows: (kind) => (kind === 'algo' ? view.exportRows(kind) : none()) },
      async (_, { id }) => {
        await read();
        return { bytes: textOf(id) };
      },
    );
    await copyContents(work);
    expect([seen.all, seen.most]).toEqual([30, 8]);
  });

  it('reads a record that changes all the time twenty times, and then leaves it out', async () => {
    let version = 1;
    const view = viewOf([algo(1)], async (id) => {
      version += 1;
      return algo(id, version);
    });
    const work = copying(view, async () => ({ problem: 'it was replaced' }));
    const users = {
      ...view,
      exportRows: async function* () {
        yield [{ id: 1, adresseMail: 'ada@example.org' }] as never;
      },
    }; // all that is read of a user
    const rows = new WrittenRows(users, work);
    for await (const _ of rows.exportRows('user')); // they come first
    users.exportRows = view.exportRows as never; // rows of algorithms
    const found: unknown[] = [];
    for await (const batch of rows.exportRows('algo')) found.push(...batch);
    expect(found).toEqual([]);
    expect(version - 1).toBe(20);
    expect(work.leftOut.facts).toEqual({ count: 1, named: ['algorithm 1: it changes faster than it can be copied'] });
  });

  it('holds a chunk of lines and one more, and not all', async () => {
    const sizes: number[] = [];
    const output = {
      name: 'counted',
      write: async (bytes: Uint8Array) => void sizes.push(bytes.length),
      finish: async () => {},
    };
    const work = copying(viewOf(algos(100)), async (_, { id }) => ({ bytes: textOf(id) }), { output });
    for (const { id } of algos(100)) {
      const bytes = Buffer.from(JSON.stringify('x'.repeat(20_000)));
      await work.writer.content({ id, ref: `${'0'.repeat(32)}-${hash('sha256', bytes)}${id}` }, bytes);
    }
    await work.writer.end({ isOneMoment: true, leftOut: work.leftOut.facts, findings: [] }, null);
    expect(Math.max(...sizes)).toBeLessThan(256 * 1_024 + 20_200);
    expect(sizes.length).toBeGreaterThan(6);
  });

  it('names 500 things that are damaged, each with 1,000 characters at most, and counts all', () => {
    const leftOut = new LeftOut();
    for (let count = 0; count < 501; count += 1) leftOut.add('x'.repeat(1_001));
    const { count, named } = leftOut.facts;
    expect([count, named.length, new Set(named.map(({ length }) => length))]).toEqual([501, 500, new Set([1_000])]);
  });
});

const many = (count: number, row: (index: number) => object) => Array.from({ length: count }, (_, index) => row(index));

const former = (index: number) => ({
  id: 1,
  nom: 'Sort',
  dateCreation: 0,
  dateModification: 0,
  ownerId: 1,
  version: index + 1,
  ref: `ref ${index}`,
  contentBytes: 2,
  modifiedBy: 1,
  dateSource: 0,
  dateExpiration: 1,
});

/** A file of these lines. */
async function fileOf(lines: Iterable<string>) {
  const path = join(scratchFolder(), 'lines');
  await writeFile(path, lines);
  return open(path, 'r');
}

describe('a backup that is read', () => {
  it.each<[PortableKind, readonly object[], readonly number[]]>([
    ['deletion', many(2_345, (index) => ({ userId: index + 1, date: 1 })), [1_000, 1_000, 345]],
    ['folder', many(45, (index) => ({ ownerId: index + 1, version: 1, lastId: 0, folders: [] })), [20, 20, 5]],
    ['former', many(2_345, former), [1_000, 1_000, 345]],
    ['deleted', many(2_345, (index) => deleted(index + 1)), [1_000, 1_000, 345]],
  ])('gives rows in batches: %s', async (kind, rows, expected) => {
    const lines = rows.map((row) => `${JSON.stringify({ [kind]: row })}\n`);
    await using file = await fileOf(lines);
    const index = {
      contents: new Map(),
      rows: new Map([[kind, { at: 0, bytes: Buffer.byteLength(lines.join('')) }]]),
    } as unknown as Index; // all that is read of it
    const backup = new Backup('lines', file, { index, signal: new AbortController().signal });
    const sizes: number[] = [];
    for await (const batch of backup.exportRows(kind)) sizes.push(batch.length);
    expect(sizes).toEqual(expected);
  });

  it('has lines of at most 33 MiB each', async () => {
    const read = async (length: number): Promise<number> => {
      await using file = await fileOf([`${'x'.repeat(length)}\n`, 'y\n']);
      let lines = 0;
      for await (const { bytes } of readLines(file)) {
        expect([length, 1]).toContain(bytes.length);
        lines += 1;
      }
      return lines;
    };
    expect(MAX_LINE_BYTES).toBe(34_603_008);
    expect(await read(MAX_LINE_BYTES)).toBe(2);
    await expect(read(MAX_LINE_BYTES + 256 * 1_024)).rejects.toThrow('it has a line of more than 34603008 bytes');
  });

  it('names twenty problems, and counts the others', () => {
    const problems = new Problems();
    for (let count = 1; count <= 25; count += 1) problems.add(`problem ${count}`);
    const lines = problems.text.split('\n');
    expect([problems.count, lines.length, lines.at(-1)]).toEqual([25, 21, '  and 5 more']);
  });

  const kinds = [
    'user',
    'session',
    'remembered',
    'folder',
    'deleted',
    'algo',
    'former',
    'deletion',
    'mail',
    'event',
    'lastId',
  ];
  const end = {
    isOneMoment: true,
    rows: Object.fromEntries(kinds.map((kind) => [kind, 0])),
    contents: { count: 0, bytes: 0 },
    leftOut: { count: 0, named: [] },
    findings: [],
  };
  const head = { algotheque: 'backup', form: 1, date: new Date(0).toISOString(), release: '1', store: 'sqlite' };

  it.each<[number, (text: string) => boolean]>([
    [100, (release) => v.is(Head, { ...head, release })],
    [1_000, (text) => v.is(End, { end: { ...end, leftOut: { count: 1, named: [text] } } })],
    [300, (text) => v.is(End, { end: { ...end, findings: [text] } })],
  ])('has texts of at most %i characters', (most, isRead) => {
    expect([most, most + 1].map((length) => isRead('x'.repeat(length)))).toEqual([true, false]);
  });
});
