import type { Folder, FolderRepository, FolderTreeState } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { addHealthTests, race } from '../capabilities.ts';
import { rejectsDamaged } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, ODD_TEXTS } from '../samples.ts';
import { contract } from '../suite.ts';

const ROOT: Folder = { id: 1, nom: 'root', parentId: null };
const INNER: Folder = { id: 2, nom: 'inner', parentId: 1 };

const stateOf = (...folders: readonly Folder[]): FolderTreeState => ({ lastId: folders.at(-1)?.id ?? 0, folders });
const noneOf = (ownerId: number) => ({ ownerId, version: 0, lastId: 0, folders: [] });

/** Folders that no version of the program has written. */
const IMPOSSIBLE: Readonly<Record<string, readonly Folder[]>> = {
  'twice the same id': [ROOT, ROOT],
  'ids that fall': [INNER, ROOT],
  'the id 0': [{ ...ROOT, id: 0 }],
  'an id that was not given': [ROOT, { ...INNER, id: 3 }],
  'a parent that is missing': [ROOT, { ...INNER, parentId: 7 }],
  'a folder in itself': [{ ...ROOT, parentId: 1 }],
  'two folders in each other': [{ ...ROOT, parentId: 2 }, INNER],
};

/** What every FolderRepository promises. Owners are ids that the store need not know. */
export const folderRepositoryContract = contract<Fixture<FolderRepository>>('FolderRepository', (test) => {
  test('finds no folders of an owner who never had one', async ({ port }) => {
    await port.compareAndSet(1, 0, stateOf(ROOT));
    for (const unknown of [2, 11, 1 + BEYOND_32_BITS]) equal(await port.find(unknown), noneOf(unknown));
  });

  test('makes a tree, and changes it version by version', async ({ port }) => {
    const made = { ownerId: 1, version: 1, ...stateOf(ROOT) };
    equal(await port.compareAndSet(1, 0, stateOf(ROOT)), made, 'made');
    equal(await port.find(1), made);
    const changed = { ownerId: 1, version: 2, ...stateOf(ROOT, INNER) };
    equal(await port.compareAndSet(1, 1, stateOf(ROOT, INNER)), changed, 'changed');
    equal(await port.find(1), changed);
    const emptied = { ownerId: 1, version: 3, lastId: 2, folders: [] };
    equal(await port.compareAndSet(1, 2, { lastId: 2, folders: [] }), emptied, 'emptied');
    equal(await port.find(1), emptied);
  });

  test('gives back the tree that is known, while it has its version', async ({ port }) => {
    const first = present(await port.compareAndSet(1, 0, stateOf(ROOT)));
    const known = await port.find(1);
    equal((await port.find(1, known)) === known, true, 'the same');
    const changed = present(await port.compareAndSet(1, 1, stateOf(ROOT, INNER)));
    equal(await port.find(1, known), changed, 'a later one');
    equal(await port.find(1, { ...changed, version: 3 }), changed, 'one that is not there');
    await port.deleteByOwner(1);
    for (const gone of [known, changed, noneOf(1)]) equal(await port.find(1, gone), noneOf(1), 'none');
    equal(await port.find(2, { ...first, ownerId: 2 }), noneOf(2), 'of an owner without one');
  });

  test('changes nothing if the version differs', async ({ port }) => {
    equal(await port.compareAndSet(1, 1, stateOf(ROOT)), null, 'a version of an absent tree');
    equal(await port.find(1), noneOf(1));
    const made = await port.compareAndSet(1, 0, stateOf(ROOT));
    for (const other of [0, 2, 1 + BEYOND_32_BITS, Number.MAX_SAFE_INTEGER]) {
      equal(await port.compareAndSet(1, other, stateOf()), null, `version ${other}`);
    }
    equal(await port.find(1), present(made));
  });

  test('keeps every value exactly', async ({ port }) => {
    const folders = ODD_TEXTS.map((nom, index) => ({
      id: index + 1 + BEYOND_32_BITS,
      nom,
      parentId: index === 0 ? null : index + BEYOND_32_BITS,
    }));
    const owner = Number.MAX_SAFE_INTEGER;
    const state = { lastId: Number.MAX_SAFE_INTEGER - 2, folders };
    await port.compareAndSet(owner, 0, state);
    equal(await port.find(owner), { ownerId: owner, version: 1, ...state });
  });

  test('keeps a thousand folders with the longest names', async ({ port }) => {
    const folders = Array.from({ length: 1_000 }, (_, index) => ({
      ...ROOT,
      id: index + 1,
      nom: '\u{1f600}'.repeat(255),
    }));
    await port.compareAndSet(1, 0, stateOf(...folders));
    equal((await port.find(1)).folders, folders);
  });

  test('lets one of 30 racing changes succeed', { uses: 'another' }, async (fixture, ports) => {
    for (const version of [0, 1]) {
      const all = race(ports, 30, (port, index) =>
        port.compareAndSet(1, version, stateOf({ ...ROOT, nom: `${index}` })),
      );
      const won = (await Promise.all(all)).filter((tree) => tree !== null);
      equal(won.length, 1, `of version ${version}`);
      equal(await fixture.port.find(1), present(won[0]));
    }
  });

  test('deletes the folders of one owner only, repeatably', async ({ port }) => {
    await port.compareAndSet(1, 0, stateOf(ROOT));
    const kept = await port.compareAndSet(2, 0, stateOf(ROOT));
    for (const owner of [1, 1, 77, 2 + BEYOND_32_BITS]) await port.deleteByOwner(owner);
    equal(await port.find(1), noneOf(1));
    equal(await port.find(2), present(kept));
    equal(await port.compareAndSet(1, 1, stateOf(ROOT)), null, 'a change that began before the deletion');
  });

  test('keeps folders over a restart', { needs: 'reopen' }, async (fixture) => {
    const saved = await fixture.port.compareAndSet(1, 0, stateOf(ROOT, INNER));
    const port = await fixture.reopen();
    equal(await port.find(1), present(saved));
  });

  test('reports a damaged tree, serves the others, and deletes it', { needs: 'damage' }, async ({ port, damage }) => {
    await port.compareAndSet(1, 0, stateOf(ROOT));
    const other = await port.compareAndSet(2, 0, stateOf(ROOT));
    await rejectsDamaged(() => port.find(1), await damage(1), 'find');
    equal(await port.find(2), present(other));
    await port.deleteByOwner(1);
    equal(await port.find(1), noneOf(1));
  });

  for (const [what, folders] of Object.entries(IMPOSSIBLE)) {
    test(`reports a tree with ${what}`, { needs: 'damage' }, async (fixture) => {
      await fixture.port.compareAndSet(1, 0, stateOf(ROOT, INNER));
      await rejectsDamaged(() => fixture.port.find(1), await fixture.damage(1, 'folders', folders), 'find');
    });
  }

  for (const [field, value] of [
    ['version', 0],
    ['version', Number.MAX_SAFE_INTEGER],
    ['lastId', -1],
  ] as const) {
    test(`reports a tree with the ${field} ${value}`, { needs: 'damage' }, async (fixture) => {
      await fixture.port.compareAndSet(1, 0, { lastId: 5, folders: [] });
      await rejectsDamaged(() => fixture.port.find(1), await fixture.damage(1, field, value), 'find');
    });
  }

  addHealthTests(test, (folders) => ({
    find: () => folders.find(1),
    compareAndSet: () => folders.compareAndSet(1, 0, stateOf(ROOT)),
    deleteByOwner: () => folders.deleteByOwner(1),
  }));
});
