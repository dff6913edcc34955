import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMongo } from '@algotheque/testing/mongo';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import type { SidePlace } from '../../src/places.ts';
import { move } from './support/move.ts';
import { mongoAt, sqliteIn } from './support/places.ts';
import { sampleStore } from './support/sampleStore.ts';
import { snapshotOf } from './support/snapshot.ts';

/** Ten migrations take long on a busy machine. */
const PATIENCE_MS = 90_000;

describeMongo('a store that moves from each kind of place to each', ({ server }) => {
  it(
    'has the same data at every place',
    async () => {
      const scratch = scratchFolder();
      const at = (name: string) => join(scratch, name);
      await sampleStore(at('0'));
      const mongo = (step: number, files?: string) => mongoAt(server().url(`matrix${step}`), files);
      // s: SQLite, its content beside it; S: elsewhere; m: all in MongoDB; f: MongoDB, its content in a folder.
      const stop = {
        s: (step: number) => sqliteIn(at(`${step}`)),
        S: (step: number) => sqliteIn(at(`${step}`), `file:${at(`content${step}`)}`),
        m: (step: number) => mongo(step),
        f: (step: number) => mongo(step, `file:${at(`content${step}`)}`),
      };
      // From each of s, m and f to each of them, and through S.
      const route = ['s', 's', 'm', 'm', 'f', 'f', 's', 'f', 'm', 'S', 's'] as const;
      let here: SidePlace = stop.s(0);
      const before = await snapshotOf(here);
      for (const [step, kind] of route.entries()) {
        if (step === 0) continue;
        const next = stop[kind](step);
        await move(here, next);
        expect(await snapshotOf(next), `${step}: to ${kind}`).toEqual(before);
        here = next;
      }
      const filesIn = async (...path: string[]) =>
        (await readdir(join(at('10'), 'algos', ...path))).filter((name) => name.endsWith('.json'));
      expect(await filesIn()).toEqual(['1.json', '2.json', '3.json', '4.json']);
      expect(await filesIn('bin')).toEqual(['5.json']);
      expect(await filesIn('versions')).toEqual([expect.stringMatching(/^1-/)]);
    },
    PATIENCE_MS,
  );
});
