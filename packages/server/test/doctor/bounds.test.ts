import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { checkContents } from '../../src/doctor/contents.ts';
import { Known } from '../../src/doctor/known.ts';
import type { StoreLook } from '../../src/doctor/look.ts';
import { algos } from '../backup/support/listed.ts';

it('the doctor reads at most eight contents at once', async () => {
  const seen = { now: 0, most: 0, all: 0 };
  const look = {
    otherFolder: null,
    folder: null,
    mending: null,
    known: new Known(),
    portable: {
      countRows: async () => 30,
      async *exportRows(kind: string) {
        if (kind === 'algo') yield algos(30);
      },
    },
    content: {
      locate: (id: number) => `content ${id}`,
      async read() {
        seen.all += 1;
        seen.now += 1;
        seen.most = Math.max(seen.most, seen.now);
        await turn();
        seen.now -= 1;
        return Buffer.from('{}'); // as long as the records say
      },
    },
    reach() {},
  } as unknown as StoreLook; // what this check uses of it
  for await (const finding of checkContents(look)) expect(finding).toBeUndefined();
  expect([seen.all, seen.most]).toEqual([30, 8]);
});
