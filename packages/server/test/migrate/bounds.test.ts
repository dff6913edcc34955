import { setImmediate as turn } from 'node:timers/promises';
import type { Algorithm } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { copyStore } from '../../src/migrate/copyStore.ts';
import type { ReadSide, Target } from '../../src/migrate/side.ts';
import { NO_PROGRESS } from '../../src/terminal/progress.ts';

const watch = { progress: NO_PROGRESS, signal: new AbortController().signal };

/** A source with algorithms only. */
function sourceOf(count: number, read: ReadSide['contents']['read']): ReadSide {
  const algos = Array.from({ length: count }, (_, index) => ({ id: index + 1, ref: `ref ${index}` }) as Algorithm); // all that is copied here
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
} as unknown as Target; // what a copy into an empty target uses

it('a migration copies at most eight contents at once', async () => {
  const seen = { now: 0, most: 0, all: 0 };
  const source = sourceOf(30, async () => {
    seen.all += 1;
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await turn();
    seen.now -= 1;
    return Buffer.from('{}');
  });
  await copyStore(source, target, watch);
  expect([seen.all, seen.most]).toEqual([30, 8]);
});

it('a migration names twenty algorithms without content, and counts the others', async () => {
  const source = sourceOf(25, async () => null);
  const error: unknown = await copyStore(source, target, watch).catch((refused: unknown) => refused);
  const lines = String(error).split('\n');
  expect(lines[0]).toContain('25 algorithms');
  expect([lines.length, lines.at(-1)]).toEqual([22, '  and 5 more']);
});
