import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { before, failing, noting, type Step } from '../support/intercept.ts';
import { member, openWorld, refusal, type World, type WorldOptions } from '../support/world.ts';

const { Not_empty, Not_found } = Responses.Folder;

/** Ada has the folders 1, 2 and 3, so that the version of their tree is 3, and the algorithms 1 and 2, which are at the top. */
async function scene() {
  const world = openWorld();
  const { service } = world;
  const ada = await member(world, 'ada');
  for (const nom of ['one', 'two', 'three']) await service.createFolder({ folder: { nom } }, ada);
  for (const nom of ['first', 'second']) await service.createAlgo({ ownerId: 1, nom, sourceCode: {} }, ada);
  const place = (id: number, dossierId: number | null, from: Pick<World, 'service'> = world) =>
    from.service.placeAlgo({ id, place: { dossierId } }, ada);
  /** Another server on the same stores. */
  const other = (step: Step, options: WorldOptions = {}) => openWorld({ ...options, replace: world.ports, step });
  const folders = () => [...(world.data.folders.get(1)?.folders ?? [])].map(({ id }) => id);
  return { world, service, ada, place, other, folders };
}

describe('the deletion of a folder', () => {
  it.each([false, true])(
    'brings an algorithm to the top that comes in before it leaves the tree, recursive: %s',
    async (recursive) => {
      const { world, ada, place, other, folders } = await scene();
      const late = other(before('folders.compareAndSet', () => place(1, 3)));
      expect(await late.service.deleteFolder({ id: 3, which: { recursive } }, ada)).toEqual({ version: 4 });
      expect([folders(), [...world.data.algos.keys()]]).toEqual([
        [1, 2],
        [1, 2],
      ]);
      expect((await world.ports.algos.findById(1))?.places).toEqual([]);
    },
  );

  it('is refused if a folder comes into it, or the tree is changed, before it leaves', async () => {
    const { service, ada, other, folders } = await scene();
    const make = (parentId: number | null) => service.createFolder({ folder: { nom: 'late', parentId } }, ada);
    const meanwhile = (parentId: number | null) => other(before('folders.compareAndSet', () => make(parentId)));
    expect(await refusal(meanwhile(3).service.deleteFolder({ id: 3 }, ada))).toBe(Not_empty);
    const expecting = { id: 2, ifVersion: [4] };
    expect(await refusal(meanwhile(null).service.deleteFolder(expecting, ada))).toBe(Responses.Folder.Conflict);
    expect(folders()).toEqual([1, 2, 3, 4, 5]);
  });

  it('with all in it goes on when the tree is changed, and takes folders that came in', async () => {
    const { world, service, ada, place, other, folders } = await scene();
    await place(1, 3);
    const late = other(
      before('folders.compareAndSet', async () => {
        const { folder } = await service.createFolder({ folder: { nom: 'late', parentId: 3 } }, ada);
        await place(2, folder.id);
      }),
    );
    await late.service.deleteFolder({ id: 3, ifVersion: [3], which: { recursive: true } }, ada);
    expect([folders(), [...world.data.algos.keys()]]).toEqual([[1, 2], [2]]);
    expect((await world.ports.algos.findById(2))?.places).toEqual([]);
  });

  it('with all in it keeps an algorithm that is moved elsewhere meanwhile', async () => {
    const { world, ada, place, other, folders } = await scene();
    for (const id of [1, 2]) await place(id, 3);
    const late = other(before('algos.findById', () => place(1, null)));
    await late.service.deleteFolder({ id: 3, which: { recursive: true } }, ada);
    expect([folders(), [...world.data.algos.keys()]]).toEqual([[1, 2], [1]]);
  });

  it('with all in it goes on when an algorithm is deleted meanwhile', async () => {
    const { world, service, ada, place, other, folders } = await scene();
    for (const id of [1, 2]) await place(id, 3);
    const late = other(before('algos.findById', () => service.deleteAlgo({ id: 1 }, ada)));
    await late.service.deleteFolder({ id: 3, which: { recursive: true } }, ada);
    expect([folders(), world.data.algos.size]).toEqual([[1, 2], 0]);
  });
});

it('a change of a folder may name the id of the folder, and no other', async () => {
  const { service, ada } = await scene();
  const rename = (id: number) => service.updateFolder({ id: 3, changes: { id, nom: 'renamed' } }, ada);
  await expect(rename(2)).rejects.toMatchObject({ data: [{ path: '/id', rule: 'mismatch' }] });
  expect(await rename(3)).toMatchObject({ folder: { id: 3, nom: 'renamed' } });
});

describe('a move of an algorithm', () => {
  it('writes nothing if the folder is not there, or the algorithm is in it already', async () => {
    const { place, other } = await scene();
    await place(1, 3);
    const calls: string[] = [];
    const noted = other(noting(calls));
    expect(await refusal(place(1, 9, noted))).toBe(Not_found);
    expect(await place(1, 3, noted)).toMatchObject({ algo: { dossierId: 3 } });
    expect(await place(2, null, noted)).toMatchObject({ algo: { dossierId: null } });
    expect(calls).not.toContain('algos.place');
  });

  it('is refused if the algorithm is deleted meanwhile', async () => {
    const { service, ada, place, other } = await scene();
    const late = other(before('algos.place', () => service.deleteAlgo({ id: 1 }, ada)));
    expect(await refusal(place(1, 3, late))).toBe(Responses.Algo.Not_found);
  });

  it('cannot be shown while the folders are unavailable', async () => {
    const { ada, place, other } = await scene();
    await place(1, 3);
    const { service } = other(failing('folders.'));
    expect(await refusal(service.getAlgo({ id: 1 }, ada))).toBe(Responses.General.Unavailable);
  });
});
