import { expect, it } from 'vitest';
import { checkContents } from '../../src/doctor/contents.ts';
import { Known } from '../../src/doctor/look.ts';
import type { StoreLook } from '../../src/doctor/openLook.ts';
import { algos } from '../backup/support/listed.ts';
import { busiest } from '../support/busiest.ts';

it('the doctor reads at most eight contents at once', async () => {
  const { seen, work: read } = busiest();
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
        await read();
        return Buffer.from('{}'); // as long as the records say
      },
    },
    reach() {},
  } as unknown as StoreLook; // what this check uses of it
  for await (const finding of checkContents(look)) expect(finding).toBeUndefined();
  expect([seen.all, seen.most]).toEqual([30, 8]);
});
