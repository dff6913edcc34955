import { type DiskRoom, NO_DISK_ROOM, UnavailableError } from '@algotheque/domain';
import { diskRefusal } from '@algotheque/domain/memory';
import { expect, it } from 'vitest';
import { bytesOf, create, embedded, remove, round, rowsIn, turns, update } from '../support/embedded.ts';

it('content waits while too much is not in files, in the order of arrival', async () => {
  const scene = embedded({ bounds: { waitingContents: 3 } });
  for (const id of [1, 2, 3]) await create(scene, id, `content ${id}`);
  const done: number[] = [];
  const waiting = [4, 5].map((id) => create(scene, id, `content ${id}`).then(() => done.push(id)));
  await turns();
  expect(done).toEqual([]);
  expect(Object.keys(rowsIn(scene.path))).toHaveLength(3);
  await round(scene.clock);
  await Promise.all(waiting);
  expect(done).toEqual([4, 5]);
});

it('the bound counts bytes too, and a larger content passes alone', async () => {
  const scene = embedded({ bounds: { waitingBytes: 10 } });
  await create(scene, 1, 'x'.repeat(50));
  let isDone = false;
  const next = create(scene, 2, 'y').then(() => {
    isDone = true;
  });
  await turns();
  expect(isDone).toBe(false);
  await round(scene.clock);
  await next;
});

it('what is discarded, replaced or removed counts no more', async () => {
  const scene = embedded({ bounds: { waitingContents: 2 } });
  for (let turn = 0; turn < 5; turn += 1) await scene.content.discard(await scene.content.stage(bytesOf('x'), null));
  await create(scene, 1, 'one');
  for (let turn = 0; turn < 5; turn += 1) await update(scene, 1, `content ${turn}`);
  await remove(scene, 1);
  await create(scene, 2, 'two');
  await create(scene, 3, 'three');
});

it('on a disk that takes no files, content is unavailable at the bound, and deletions go on', async () => {
  const scene = embedded({ bounds: { waitingContents: 2 } });
  scene.disk.before = () => {
    throw diskRefusal('ENOSPC');
  };
  await create(scene, 1, 'one');
  await create(scene, 2, 'two');
  await round(scene.clock);
  await expect(create(scene, 3, 'three')).rejects.toMatchObject({ name: 'UnavailableError', isDecided: true });
  await expect(scene.content.health()).rejects.toBeInstanceOf(UnavailableError);
  await remove(scene, 1);
  await create(scene, 3, 'three'); // the deletion has made room
  expect(scene.problems).toHaveLength(1);
});

it('content waits at the bound again once the disk has taken a file', async () => {
  const scene = embedded({ bounds: { waitingContents: 2 } });
  scene.disk.before = () => {
    throw diskRefusal('ENOSPC');
  };
  await create(scene, 1, 'one');
  await round(scene.clock);
  scene.disk.before = () => {};
  scene.clock.advance(1_000); // the next try
  await round(scene.clock);
  await scene.content.health();
  for (const id of [2, 3]) await create(scene, id, `content ${id}`);
  const waiting = create(scene, 4, 'four');
  await turns();
  await round(scene.clock);
  await waiting;
  await round(scene.clock);
  expect([Object.keys(scene.disk.texts()), rowsIn(scene.path)]).toEqual([['1', '2', '3', '4'], {}]);
});

it('who waits for room fails when the disk takes no files', async () => {
  const scene = embedded({ bounds: { waitingContents: 1 } });
  await create(scene, 1, 'one');
  const waiting = create(scene, 2, 'two');
  const refused = expect(waiting).rejects.toBeInstanceOf(UnavailableError);
  scene.disk.before = () => {
    throw diskRefusal('EIO');
  };
  await round(scene.clock);
  await refused;
});

it('the room for a file is claimed until the file is durable', async () => {
  let claimed = 0;
  const room: DiskRoom = {
    ...NO_DISK_ROOM,
    claim(_kind, bytes = 0) {
      claimed += bytes;
      return () => {
        claimed -= bytes;
      };
    },
  };
  const scene = embedded({ options: { room } });
  const gate = Promise.withResolvers<void>();
  scene.disk.before = () => gate.promise;
  await create(scene, 1, 'x'.repeat(100));
  const staged = await scene.content.stage(bytesOf('y'.repeat(10)), null);
  expect(claimed).toBe(110);
  await scene.content.discard(staged);
  expect(claimed).toBe(100);
  gate.resolve();
  await round(scene.clock);
  expect(claimed).toBe(0);
});
