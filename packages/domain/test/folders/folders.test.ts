import { describe, expect, it } from 'vitest';
import { INNER_BOUNDS } from '../../src/bounds.ts';
import { type FolderRepository, type FolderTree, Responses } from '../../src/index.ts';
import { memoryFolderRepository } from '../../testkit/memory/index.ts';
import { after, before, type Step } from '../support/intercept.ts';
import { member, openWithAda, openWorld, refusal, tally, type World, type WorldOptions } from '../support/world.ts';

const { Conflict, Cycle, Name_taken, Not_empty, Not_found, Quota_exceeded, Too_deep } = Responses.Folder;

/** A world with Ada, who has the folders 1, 2 in it, and 3. */
async function scene(options: WorldOptions = {}) {
  const { world, ada } = await openWithAda(options);
  const make = (nom: string, parentId: number | null = null) =>
    world.service.createFolder({ folder: { nom, parentId } }, ada);
  for (const [nom, parentId] of [
    ['one', null],
    ['two', 1],
    ['three', null],
  ] as const)
    await make(nom, parentId);
  const places = async () => {
    const { tree, version } = await world.service.listFolders(ada);
    return { version, folders: tree.dossiers.map(({ id, nom, parentId }) => `${id} ${nom} in ${parentId}`) };
  };
  return { world, service: world.service, ada, make, places };
}

describe('folders', () => {
  it('of a user who never made one are none, of version 0', async () => {
    const world = openWorld();
    const { service } = world;
    expect(await service.listFolders(await member(world, 'ada'))).toEqual({
      tree: { algos: 0, dossiers: [] },
      version: 0,
    });
  });

  it('are made, renamed, moved and deleted', async () => {
    const { service, ada, make, places } = await scene();
    expect(await make('four', 2)).toEqual({ folder: { id: 4, nom: 'four', parentId: 2 }, version: 4 });
    const change = (id: number, changes: object) => service.updateFolder({ id, changes }, ada);
    expect(await change(3, { nom: 'third' })).toEqual({ folder: { id: 3, nom: 'third', parentId: null }, version: 5 });
    expect(await change(2, { parentId: 3 })).toMatchObject({ folder: { nom: 'two', parentId: 3 }, version: 6 });
    expect(await change(2, { nom: 'top', parentId: null })).toMatchObject({ version: 7 });
    expect(await change(2, {})).toEqual({ folder: { id: 2, nom: 'top', parentId: null }, version: 7 });
    expect(await service.deleteFolder({ id: 1 }, ada)).toEqual({ version: 8 });
    expect(await refusal(service.deleteFolder({ id: 2 }, ada))).toBe(Not_empty);
    expect(await service.deleteFolder({ id: 2, which: { recursive: true } }, ada)).toEqual({ version: 9 });
    expect(await places()).toEqual({ version: 9, folders: ['3 third in null'] });
    expect(await make('next')).toMatchObject({ folder: { id: 5 } });
  });

  it('have names that are seen; a blank one of earlier times stays, is moved, and gets another name', async () => {
    const { world, service, ada, make, places } = await scene();
    const blank = '\u00a0 ';
    expect(await refusal(make(blank))).toBe(Responses.General.Invalid_data);
    expect(await refusal(service.updateFolder({ id: 3, changes: { nom: blank } }, ada))).toBe(
      Responses.General.Invalid_data,
    );
    const { folders, ...tree } = await world.ports.folders.find(ada.user.id);
    const former = folders.map((folder) => (folder.id === 3 ? { ...folder, nom: blank } : folder));
    await world.ports.folders.compareAndSet(ada.user.id, tree.version, { lastId: tree.lastId, folders: former });
    await service.updateFolder({ id: 3, changes: { parentId: 1 } }, ada);
    await make('inner', 3);
    expect((await places()).folders).toEqual(['1 one in null', '2 two in 1', `3 ${blank} in 1`, '4 inner in 3']);
    await service.updateFolder({ id: 3, changes: { nom: 'seen' } }, ada);
    expect((await places()).folders).toContain('3 seen in 1');
  });

  it('in one place have names that differ in more than the Unicode normal form', async () => {
    const { make, places } = await scene();
    for (const nom of ['Été', 'été', 'ete', 'été ', ' été']) await make(nom);
    for (const nom of ['\u0065\u0301te\u0301', '\u00e9te\u0301']) expect(await refusal(make(nom))).toBe(Name_taken);
    expect((await places()).folders).toHaveLength(8);
  });

  it('may be a thousand of a user, 32 in each other', async () => {
    const { world, ada, make, places } = await scene();
    const chain = (id: number) => ({ id, nom: `folder ${id}`, parentId: id === 1 || id > 31 ? null : id - 1 });
    const folders = Array.from({ length: 999 }, (_, index) => chain(index + 1));
    await world.ports.folders.compareAndSet(1, 3, { lastId: 999, folders });
    expect(await refusal(make('33rd in each other', (await make('32nd', 31)).folder.id))).toBe(Quota_exceeded);
    await world.service.deleteFolder({ id: 999 }, ada);
    expect(await refusal(make('33rd in each other', 1_000))).toBe(Too_deep);
    await make('thousandth');
    expect(await refusal(make('too many'))).toBe(Quota_exceeded);
    expect((await places()).folders).toHaveLength(1_000);
  });
});

it('the names of all folders together have at most 128 KiB: a longer name is refused, a shorter one is not', async () => {
  const { world, service, ada, make } = await scene();
  // 128 names of 1,020 bytes, and 512 bytes more.
  const folders = Array.from({ length: 129 }, (_, at) => ({
    id: at + 1,
    nom: at < 128 ? `${at}`.padStart(4, '0') + '\u{1f600}'.repeat(254) : 'x'.repeat(508),
    parentId: null,
  }));
  await world.ports.folders.compareAndSet(1, 3, { lastId: 129, folders });
  expect(await refusal(make('12345'))).toBe(Quota_exceeded);
  await make('1234');
  await expect(make('5')).rejects.toMatchObject({ code: Quota_exceeded, data: { used: 130, limit: 130 } });
  const rename = (nom: string) => service.updateFolder({ id: 130, changes: { nom } }, ada);
  expect(await refusal(rename('12345'))).toBe(Quota_exceeded);
  await rename('4321');
  await rename('1');
  await make('234');
});

describe('a tree of folders', () => {
  /** How many calls gave a tree that was not known. */
  async function counted(options: WorldOptions = {}) {
    const found: (FolderTree | undefined)[] = [];
    const base = memoryFolderRepository();
    const folders: FolderRepository = {
      ...base,
      async find(ownerId, known) {
        const tree = await base.find(ownerId, known);
        if (tree !== known) found.push(tree);
        return tree;
      },
    };
    const { world, ada } = await openWithAda({ ...options, replace: { folders } });
    await world.service.createFolder({ folder: { nom: 'Cours' } }, ada);
    const input = { ownerId: ada.user.id, nom: 'Tri', sourceCode: {}, dossierId: 1 };
    const { algo } = await world.service.createAlgo(input, ada);
    found.length = 0;
    return { world, ada, base, found, read: () => world.service.getAlgo({ id: algo.id }, ada) };
  }

  it('is read again only when another version is there, also one of another server', async () => {
    const { world, ada, base, found, read } = await counted();
    for (let count = 0; count < 3; count += 1) expect((await read()).algo.dossierId).toBe(1);
    await world.service.createFolder({ folder: { nom: 'Two' } }, ada);
    await read();
    expect(found).toHaveLength(0);
    await base.compareAndSet(ada.user.id, 2, { lastId: 2, folders: [] });
    expect((await read()).algo.dossierId).toBeNull();
    await base.deleteByOwner(ada.user.id);
    await read();
    expect(found).toHaveLength(2);
  });

  it('is forgotten when later ones need its room', async () => {
    const { found, read } = await counted({ bounds: { cachedTreeBytes: 300 } });
    await read();
    expect(found).toHaveLength(0);
    const none = await counted({ bounds: { cachedTreeBytes: 200 } });
    await none.read();
    expect(none.found.length).toBeGreaterThan(0);
  });
});

describe('a version that is expected', () => {
  it('lets a change pass if it is that of the tree, and refuses it at once if it is not', async () => {
    const { service, ada, places } = await scene();
    const start = await places();
    const changes = [
      (ifVersion: readonly number[] | '*') => service.createFolder({ ifVersion, folder: { nom: 'x' } }, ada),
      (ifVersion: readonly number[] | '*') => service.updateFolder({ id: 3, ifVersion, changes: { nom: 'y' } }, ada),
      (ifVersion: readonly number[] | '*') => service.deleteFolder({ id: 3, ifVersion }, ada),
    ];
    for (const change of changes) expect(await refusal(change([0, 2, 4]))).toBe(Conflict);
    expect(await places()).toEqual(start);
    for (const [index, change] of changes.entries()) {
      expect(await change([3 + index, 99])).toMatchObject({ version: 4 + index });
    }
    await changes[0]?.('*').catch((error) => expect(error).toMatchObject({ code: Name_taken }));
  });

  it('of a user without folders is 0', async () => {
    const { world, ada } = await openWithAda();
    const make = (ifVersion: readonly number[]) => world.service.createFolder({ ifVersion, folder: { nom: 'x' } }, ada);
    expect(await refusal(make([1]))).toBe(Conflict);
    expect(await make([0])).toMatchObject({ version: 1 });
  });
});

describe('changes at the same time', () => {
  it('take turns in a process, so none is tried twice', async () => {
    let tries = 0;
    const step: Step = (name, run) => {
      if (name === 'folders.compareAndSet') tries += 1;
      return run();
    };
    const { make, places } = await scene({ step });
    const all = Array.from({ length: 40 }, (_, index) => make(`folder ${index}`));
    expect(new Set((await Promise.all(all)).map(({ folder }) => folder.id)).size).toBe(40);
    expect([tries, (await places()).version]).toEqual([43, 43]);
  });

  it('of one name make one folder', async () => {
    const { make } = await scene();
    expect(await tally([1, 2, 3].map(() => make('same')))).toEqual({ resolved: 1, [Name_taken]: 2 });
  });

  /** A service of another server, which is overtaken by `rival` before its first commit. */
  async function overtaken(rival: (world: World, ada: Awaited<ReturnType<typeof scene>>['ada']) => Promise<unknown>) {
    const { world, ada, places } = await scene();
    const late = openWorld({
      replace: world.ports,
      step: before('folders.compareAndSet', () => rival(world, ada)),
    });
    return { late: late.service, ada, places };
  }

  it('that would make a cycle together are decided by the first: the other is refused', async () => {
    const { late, ada, places } = await overtaken(({ service }, caller) =>
      service.updateFolder({ id: 1, changes: { parentId: 3 } }, caller),
    );
    expect(await refusal(late.updateFolder({ id: 3, changes: { parentId: 2 } }, ada))).toBe(Cycle);
    expect((await places()).folders).toEqual(['1 one in 3', '2 two in 1', '3 three in null']);
  });

  it.each([
    ['made in a folder that is deleted', { folder: { nom: 'x', parentId: 3 } }, Not_found],
    ['made under a name that is taken', { folder: { nom: 'new' } }, Name_taken],
    ['made with an expected version', { ifVersion: [3], folder: { nom: 'x' } }, Conflict],
  ])('are refused when another server was first: %s', async (_what, input, code) => {
    const { late, ada } = await overtaken(async ({ service }, caller) => {
      await service.deleteFolder({ id: 3 }, caller);
      await service.createFolder({ folder: { nom: 'new' } }, caller);
    });
    expect(await refusal(late.createFolder(input, ada))).toBe(code);
  });

  it('of different folders lose nothing of each other', async () => {
    const { late, ada, places } = await overtaken(({ service }, caller) =>
      service.updateFolder({ id: 1, changes: { nom: 'first' } }, caller),
    );
    expect(await late.updateFolder({ id: 1, changes: { parentId: 3 } }, ada)).toMatchObject({ version: 5 });
    expect((await places()).folders[0]).toBe('1 first in 3');
  });

  it.each([1, 2, INNER_BOUNDS.commitTries.default])('are unavailable after %i tries', async (commitTries) => {
    const { world, ada, places } = await scene();
    let tries = 0;
    const step: Step = async (name, run) => {
      if (name !== 'folders.compareAndSet') return run();
      tries += 1;
      await world.service.createFolder({ folder: { nom: `rival ${tries}` } }, ada);
      return run();
    };
    const late = openWorld({ replace: world.ports, step, bounds: { commitTries } });
    const attempt = late.service.createFolder({ folder: { nom: 'late' } }, ada);
    const reason = 'other servers changed the folders';
    await expect(attempt).rejects.toMatchObject({ code: Responses.General.Unavailable, reason });
    expect([tries, (await places()).version]).toEqual([commitTries, 3 + commitTries]);
  });
});

describe('folders and the deletion of their owner', () => {
  it('leave nothing if the owner is deleted while a folder is made', async () => {
    const { world, ada } = await scene();
    const step = before('folders.compareAndSet', () => world.service.deleteUser({ id: ada.user.id }, ada));
    const late = openWorld({ replace: world.ports, step });
    const attempt = late.service.createFolder({ folder: { nom: 'late' } }, ada);
    expect(await refusal(attempt)).not.toMatch(/^resolved/);
    expect([...world.data.folders.keys()]).toEqual([]);
  });

  it('leave nothing if the first folder is made after the deletion', async () => {
    const { world, ada } = await openWithAda();
    const step = after('folders.find', () => world.service.deleteUser({ id: ada.user.id }, ada));
    const late = openWorld({ replace: world.ports, step });
    const attempt = late.service.createFolder({ folder: { nom: 'late' } }, ada);
    expect(await refusal(attempt)).toBe(Responses.General.Unauthorized);
    expect([...world.data.folders.keys()]).toEqual([]);
  });
});
