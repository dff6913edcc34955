import { describe, expect, it } from 'vitest';
import { Backlog } from '../../src/content/backlog.ts';
import { Changes } from '../../src/content/changes.ts';
import { create, embedded, round, rowsIn, turns } from '../support/embedded.ts';

/** Lets calls of one kind wait, and counts those that are under way. */
function held(scene: ReturnType<typeof embedded>, kind: 'write' | 'sync') {
  const gate = Promise.withResolvers<void>();
  const seen = { now: 0, most: 0 };
  scene.disk.before = async (call) => {
    if (call !== kind) return;
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await gate.promise;
    seen.now -= 1;
  };
  return { seen, go: gate.resolve };
}

const createMany = (scene: ReturnType<typeof embedded>) =>
  Promise.all(Array.from({ length: 10 }, (_, at) => create(scene, at + 1, `content ${at}`)));

describe('the writer of files', () => {
  it.each([1, 3])('writes %i files at once if that is its bound, and all in the end', async (writers) => {
    const scene = embedded({ bounds: { writers } });
    const { seen, go } = held(scene, 'write');
    await createMany(scene);
    await turns();
    expect(seen.most).toBe(writers);
    go();
    await turns(200);
    await round(scene.clock);
    expect([seen.most, rowsIn(scene.path)]).toEqual([writers, {}]);
  });

  it.each([1, 3])('makes %i files durable at once if that is its bound, and all in the end', async (syncs) => {
    const scene = embedded({ bounds: { syncs } });
    const { seen, go } = held(scene, 'sync');
    await createMany(scene);
    await turns(200);
    await round(scene.clock);
    expect(seen.most).toBe(syncs);
    go();
    await turns(200);
    expect([seen.most, rowsIn(scene.path)]).toEqual([syncs, {}]);
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
    if (first !== undefined) changes.written(first);
    expect(commit(3)).toBe(10);
    const scene = embedded({ bounds: { keptBytes: 0 } });
    await createMany(scene);
    await turns(200);
    await round(scene.clock);
    expect([scene.disk.texts()[1], rowsIn(scene.path)]).toEqual(['content 0', {}]);
  });
});
