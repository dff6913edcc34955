import { describe, expect, it } from 'vitest';
import { Backlog } from '../../src/content/backlog.ts';
import { Changes } from '../../src/content/changes.ts';
import { create, embedded, round, rowsIn, turns } from '../support/embedded.ts';

const createMany = (scene: ReturnType<typeof embedded>) =>
  Promise.all(Array.from({ length: 10 }, (_, at) => create(scene, at + 1, `content ${at}`)));

describe('the writer of files', () => {
  it.each([1, 3])('writes %i files in a round if that is its bound, and all in the end', async (roundFiles) => {
    const scene = embedded({ bounds: { roundFiles } });
    await createMany(scene);
    await turns(200);
    await round(scene.clock);
    const sizes = scene.disk.calls
      .join(' ')
      .split('syncNames')
      .map((calls) => calls.match(/write/g)?.length ?? 0);
    expect([Math.max(...sizes), rowsIn(scene.path)]).toEqual([roundFiles, {}]);
  });

  it('does not let files wait for others when they have as many bytes as the bound', async () => {
    const scene = embedded({ bounds: { roundBytes: 20 } });
    await create(scene, 1, 'ten bytes.');
    await turns();
    expect(scene.disk.calls).not.toContain('syncNames');
    await create(scene, 2, 'ten bytes.');
    await turns();
    expect(scene.disk.calls).toContain('syncNames');
  });

  it('writes no more bytes in a round than the bound, except for one larger file', async () => {
    const scene = embedded({ bounds: { roundBytes: 20 } });
    for (const id of [1, 2, 4]) await create(scene, id, 'ten bytes.');
    await create(scene, 5, 'more bytes than twenty');
    const rounds = async (): Promise<string> => {
      await turns();
      return scene.disk.calls.filter((call) => !call.startsWith('sync ')).join(' ');
    };
    const atOnce = 'write 1 write 2 syncNames write 4 syncNames write 5 syncNames';
    expect(await rounds()).toBe(atOnce);
    await create(scene, 6, 'ten bytes.');
    expect(await rounds()).toBe(atOnce);
    scene.clock.advance(250);
    expect([await rounds(), rowsIn(scene.path)]).toEqual([`${atOnce} write 6 syncNames`, {}]);
  });

  it('keeps bytes up to the bound, and reads the others from the table', async () => {
    const bounds = { waitingContents: 10, waitingBytes: 1_000, keptBytes: 15 };
    const changes = new Changes(new Backlog({ bounds } as never), bounds); // a backlog of nothing claims no room
    const commit = (id: number) => {
      const staged = { bytes: new Uint8Array(10), isNew: true, leaveDatabase: () => {}, leaveFiles: () => {} };
      changes.committed(id, { ref: `ref ${id}`, staged });
      return changes.get(id)?.bytes?.length ?? null;
    };
    expect([commit(1), commit(2)]).toEqual([10, null]);
    const [first] = [changes.get(1)];
    if (first !== undefined) changes.done(first);
    expect(commit(3)).toBe(10);
    const scene = embedded({ bounds: { keptBytes: 0 } });
    await createMany(scene);
    await turns(200);
    await round(scene.clock);
    expect([scene.disk.texts()[1], rowsIn(scene.path)]).toEqual(['content 0', {}]);
  });
});
