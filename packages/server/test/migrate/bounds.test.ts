import type { Algorithm } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { copyStore } from '../../src/migrate/copyStore.ts';
import type { MigrationTarget, ReadSide } from '../../src/migrate/sides.ts';
import { NO_PROGRESS } from '../../src/terminal/progress.ts';
import { busiest } from '../support/busiest.ts';

const watch = { progress: NO_PROGRESS, signal: new AbortController().signal };

/** A source with algorithms only. */
function sourceOf(count: number, read: ReadSide['contents']['read'], contentBytes = 2): ReadSide {
  const algoOf = (index: number) => ({ id: index + 1, ref: `ref ${index}`, contentBytes }) as Algorithm; // all that is copied here
  const algos = Array.from({ length: count }, (_, index) => algoOf(index));
  const rows = {
    countRows: async () => count,
    async *exportRows(kind: string) {
      if (kind === 'algo') yield algos as never;
    },
  };
  return { location: 'source', rows, contents: { read, locate: (id) => `content ${id}` } };
}

const target = {
  location: 'target',
  portable: { importRows: async () => {} },
  contents: { stage: async () => 'ref', publish: async () => {} },
} as unknown as MigrationTarget; // what a copy into an empty target uses

const MEBIBYTE = 1_048_576;

it.each([
  { count: 300, contentBytes: 2, most: 128 },
  { count: 30, contentBytes: 2 * MEBIBYTE, most: 4 },
  { count: 3, contentBytes: 16 * MEBIBYTE, most: 1 },
])(
  'a migration copies at most $most contents of $contentBytes bytes at once',
  async ({ count, contentBytes, most }) => {
    const { seen, work } = busiest();
    const read = async () => {
      await work();
      return Buffer.from('{}');
    };
    await copyStore(sourceOf(count, read, contentBytes), target, watch);
    expect([seen.all, seen.most]).toEqual([count, most]);
  },
);

it('a migration names twenty algorithms without content, and counts the others', async () => {
  const source = sourceOf(25, async () => null);
  const error: unknown = await copyStore(source, target, watch).catch((refused: unknown) => refused);
  const lines = String(error).split('\n');
  expect(lines[0]).toContain('25 algorithms');
  expect([lines.length, lines.at(-1)]).toEqual([22, '  and 5 more']);
});
