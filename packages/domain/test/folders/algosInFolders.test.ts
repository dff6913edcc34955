import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { after, before, type Step } from '../support/intercept.ts';
import { member, openWorld, refusal, type World, type WorldOptions } from '../support/world.ts';

const { Not_empty, Not_found } = Responses.Folder;

/**
 * Ada has the folders 1, 2 in it, and 3, and the algorithms 1 and 2; Bob has the folder 1 and the algorithm 3, which he
 * shares with Ada.
 */
async function scene(options: WorldOptions = {}) {
  const world = openWorld(options);
  const { service } = world;
  const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
  for (const [nom, parentId] of [
    ['one', null],
    ['two', 1],
    ['three', null],
  ] as const) {
    await service.createFolder({ folder: { nom, parentId } }, ada);
  }
  await service.createFolder({ folder: { nom: 'his' } }, bob);
  for (const nom of ['first', 'second']) await service.createAlgo({ ownerId: 1, nom, sourceCode: { nom } }, ada);
  await service.createAlgo({ ownerId: 2, nom: 'third', sourceCode: { nom: 'third' } }, bob);
  const permsAlgorithme = [{ idUtilisateur: 1, droits: 'Read' }];
  await service.patchAlgo({ id: 3, changes: { permsAlgorithme } }, bob);
  return { world, ada, bob, ...seenBy(world, ada) };
}

function seenBy({ service }: Pick<World, 'service'>, ada: Awaited<ReturnType<typeof member>>) {
  return {
    service,
    place: (id: number, dossierId: number | null) => service.placeAlgo({ id, place: { dossierId } }, ada),
    /** The folder of each algorithm that Ada finds. */
    places: async () => {
      const { algos } = await service.searchAlgos({}, ada);
      return Object.fromEntries(algos.map(({ id, dossierId }) => [id, dossierId]));
    },
    /** The folders, each with its number of algorithms, after that of the top. */
    counts: async () => {
      const { tree } = await service.listFolders(ada);
      return [tree.algos, ...tree.dossiers.map(({ id, algos }) => `${id}: ${algos}`)];
    },
    remove: (id: number, recursive = false) => service.deleteFolder({ id, which: { recursive } }, ada),
  };
}

describe('an algorithm', () => {
  it('is moved into a folder and back to the top, without a new version', async () => {
    const { service, ada, place, places, counts } = await scene();
    expect(await counts()).toEqual([3, '1: 0', '2: 0', '3: 0']);
    expect(await place(1, 2)).toMatchObject({ algo: { id: 1, dossierId: 2, droits: 'Owner' }, version: 1 });
    await place(2, 3);
    expect([await places(), await counts()]).toEqual([{ 1: 2, 2: 3, 3: null }, [1, '1: 0', '2: 1', '3: 1']]);
    expect((await service.getAlgo({ id: 1 }, ada)).algo.dossierId).toBe(2);
    expect((await service.patchAlgo({ id: 1, changes: { nom: 'renamed' } }, ada)).algo.dossierId).toBe(2);
    await place(1, null);
    await service.placeAlgo({ id: 2 }, ada);
    expect([await places(), await counts()]).toEqual([{ 1: null, 2: null, 3: null }, [3, '1: 0', '2: 0', '3: 0']]);
  });

  it('that is shared has a place for each user, which nobody else sees', async () => {
    const { service, ada, bob, place } = await scene();
    await place(3, 3);
    await service.placeAlgo({ id: 3, place: { dossierId: 1 } }, bob);
    const placeFor = async (caller: typeof ada) => (await service.getAlgo({ id: 3 }, caller)).algo.dossierId;
    expect([await placeFor(ada), await placeFor(bob)]).toEqual([3, 1]);
    expect(JSON.stringify(await service.getAlgo({ id: 3 }, ada))).not.toContain('places');
  });

  it('whose folder is not there is at the top, also where the tree is damaged', async () => {
    const { world, service, ada, places, counts } = await scene();
    await world.ports.algos.place(1, 1, 99);
    expect([await places(), await counts()]).toEqual([{ 1: null, 2: null, 3: null }, [3, '1: 0', '2: 0', '3: 0']]);
    expect((await service.getAlgo({ id: 1 }, ada)).algo.dossierId).toBeNull();
    world.data.damage({ place: 'folders', id: 1, field: 'folders' });
    expect((await service.getAlgo({ id: 1 }, ada)).algo.dossierId).toBe(99);
  });
});

describe('a new algorithm', () => {
  const create = ({ service, ada }: Awaited<ReturnType<typeof scene>>, dossierId?: unknown) =>
    service.createAlgo({ ownerId: 1, nom: 'fourth', sourceCode: {}, dossierId }, ada);

  it('is created in the folder that is named, or at the top', async () => {
    const seen = await scene();
    expect(await create(seen, 2)).toMatchObject({ algo: { id: 4, dossierId: 2 }, version: 1 });
    for (const top of [null, '', undefined]) expect((await create(seen, top)).algo.dossierId).toBeNull();
    expect(await seen.places()).toEqual({ 1: null, 2: null, 3: null, 4: 2, 5: null, 6: null, 7: null });
    expect(await seen.counts()).toEqual([6, '1: 0', '2: 1', '3: 0']);
  });

  it('is not created in a folder that is not there, or of another user', async () => {
    const seen = await scene();
    const { world, service, bob, places } = seen;
    expect(await refusal(create(seen, 99))).toBe(Not_found);
    const his = service.createAlgo({ ownerId: 2, nom: 'his', sourceCode: {}, dossierId: 2 }, bob);
    expect(await refusal(his)).toBe(Not_found);
    expect(await places()).toEqual({ 1: null, 2: null, 3: null });
    expect(world.contents.published.size).toBe(3);
  });

  it('is at the top if its folder is deleted meanwhile', async () => {
    let remove = async (): Promise<void> => {};
    const step: Step = async (name, run) => {
      if (name === 'algos.insert') await remove();
      return run();
    };
    const seen = await scene({ step });
    const { world, places } = seen;
    remove = async () => void (await seen.remove(3));
    expect((await create(seen, 3)).algo.dossierId).toBeNull();
    expect(await places()).toMatchObject({ 4: null });
    expect((await world.ports.algos.findById(4))?.places).toEqual([]);
  });
});

it('an algorithm that was not shared while its folder was deleted is at the top when it is shared again', async () => {
  const { service, ada, bob, place, places, counts, remove } = await scene();
  await place(3, 3);
  const share = (permsAlgorithme: readonly object[]) => service.patchAlgo({ id: 3, changes: { permsAlgorithme } }, bob);
  await share([]);
  await remove(3);
  await share([{ idUtilisateur: 1, droits: 'ReadWrite' }]);
  expect([(await places())[3], await counts()]).toEqual([null, [3, '1: 0', '2: 0']]);
  const idsIn = async (dossierId: number | null) =>
    (await service.searchAlgos({ dossierId, role: 'shared' }, ada)).algos.map(({ id }) => id);
  expect([await idsIn(null), await idsIn(3)]).toEqual([[3], []]);
  expect((await service.patchAlgo({ id: 3, changes: { nom: 'renamed' } }, ada)).algo.dossierId).toBeNull();
});

describe('the deletion of a folder', () => {
  it('is refused if there is an algorithm in it, and the folder can be used as before', async () => {
    const { service, ada, place, places, counts, remove } = await scene();
    for (const id of [1, 3]) {
      await place(id, 3);
      const before = await service.listFolders(ada);
      expect(await refusal(remove(3))).toBe(Not_empty);
      expect(await service.listFolders(ada)).toEqual(before);
      await place(2, 3);
      expect((await places())[id]).toBe(3);
      await place(id, null);
      await place(2, null);
    }
    await remove(3);
    expect(await counts()).toEqual([3, '1: 0', '2: 0']);
  });

  it('with all in it deletes the own algorithms, and brings those of others to the top', async () => {
    const { world, service, bob, place, places, counts, remove } = await scene();
    await place(1, 1);
    await place(2, 2);
    await place(3, 2);
    await remove(1, true);
    expect([await places(), await counts()]).toEqual([{ 3: null }, [1, '3: 0']]);
    expect([[...world.data.algos.keys()], [...world.data.bin.keys()]]).toEqual([[3], [1, 2]]);
    expect((await service.getAlgo({ id: 3 }, bob)).algo.nom).toBe('third');
    const deleted = world.ports.audit.events.filter(({ action }) => action === 'algo.deleted');
    expect(deleted.map(({ targetId }) => targetId)).toEqual([1, 2]);
  });

  it('reads so many algorithms at once as the bound says', async () => {
    const sizes: number[] = [];
    const step: Step = async (name, run) => {
      const result = await run();
      if (name === 'algos.idsWhere' && Array.isArray(result)) sizes.push(result.length);
      return result;
    };
    const { service, ada, place, counts, remove } = await scene({ step, bounds: { batch: 2 } });
    for (let id = 4; id <= 8; id += 1) {
      await service.createAlgo({ ownerId: 1, nom: `algo ${id}`, sourceCode: {} }, ada);
      await place(id, 3);
    }
    sizes.splice(0);
    await remove(3, true);
    expect([sizes, await counts()]).toEqual([
      [2, 2, 1, 0, 0, 0],
      [3, '1: 0', '2: 0'],
    ]);
  });
});

/** Runs `rival` around a call of another server. */
async function beside(stepOf: (hook: () => Promise<unknown>) => Step, rival: (own: Own) => Promise<unknown>) {
  const own = await scene();
  const late = openWorld({ replace: own.world.ports, step: stepOf(() => rival(own)) });
  return { ...own, late: seenBy(late, own.ada) };
}
type Own = Awaited<ReturnType<typeof scene>>;

describe('a move into a folder that is deleted meanwhile', () => {
  it.each([null, 1, 2])('is undone, to the place before: %s', async (former) => {
    const { late, place, places } = await beside(
      (hook) => before('algos.place', hook),
      ({ remove }) => remove(3),
    );
    await place(1, former);
    expect(await refusal(late.place(1, 3))).toBe(Not_found);
    expect((await places())[1]).toBe(former);
  });

  it('is undone to the top if the place before is gone, too', async () => {
    const { late, place, places, counts } = await beside(
      (hook) => before('algos.place', hook),
      async ({ world, ada, remove }) => {
        await remove(3);
        await world.ports.algos.place(1, ada.user.id, null); // so that the folder is empty
        await remove(2);
      },
    );
    await place(1, 2);
    expect(await refusal(late.place(1, 3))).toBe(Not_found);
    expect([(await places())[1], await counts()]).toEqual([null, [3, '1: 0']]);
  });

  it('keeps the folder if it comes before the look into it', async () => {
    const { late, places, counts } = await beside(
      (hook) => after('algos.place', hook),
      async ({ remove }) => expect(await refusal(remove(3))).toBe(Not_empty),
    );
    expect(await late.place(1, 3)).toMatchObject({ algo: { dossierId: 3 } });
    expect([(await places())[1], await counts()]).toEqual([3, [2, '1: 0', '2: 0', '3: 1']]);
  });
});

describe('a deletion that a crash has ended', () => {
  /** The process of the deletion ends before its call of this name and number. */
  async function crashed(method: string, number: number) {
    const own = await scene();
    await own.place(1, 1);
    await own.place(3, 2);
    let calls = 0;
    const end = Promise.withResolvers<void>();
    const step: Step = (name, run) => {
      if (name === method) calls += 1;
      if (calls < number) return run();
      end.resolve();
      return new Promise(() => {}); // from now on this process makes no call
    };
    const dead = openWorld({ replace: own.world.ports, step, endsWithAnswer: true });
    void seenBy(dead, own.ada).remove(1, true);
    await end.promise;
    return own;
  }

  it.each([
    ['algos.idsWhere', 1],
    ['bin.add', 1],
    ['algos.idsWhere', 3],
    ['algos.place', 1],
    ['folders.compareAndSet', 1],
  ])('before %s %i is finished by the same deletion, and the folder can be used until then', async (method, number) => {
    const { places, counts, place, remove } = await crashed(method, number);
    expect((await counts()).length).toBe(4); // the folders are shown
    expect(await place(2, 2)).toMatchObject({ algo: { dossierId: 2 } });
    await place(2, null);
    await remove(1, true);
    expect([await places(), await counts()]).toEqual([{ 2: null, 3: null }, [2, '3: 0']]);
  });
});
