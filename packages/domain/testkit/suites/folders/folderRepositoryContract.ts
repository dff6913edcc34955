import type { FolderRepository } from '@algotheque/domain';
import { ascending, equal, ok, present } from '../assert.ts';
import { addHealthTests, instances, race } from '../capabilities.ts';
import { leavesOut } from '../damage.ts';
import type { Lacks, OpenFixture, Runner } from '../runner.ts';
import { BEYOND_32_BITS, ODD_TEXTS } from '../samples.ts';
import { suite } from '../suite.ts';

const folder = (nom: string, ownerId = 1, parentId: number | null = null) => ({ nom, ownerId, parentId });

/** Saves a folder and deletes it; resolves to its id. */
async function insertAndDelete(port: FolderRepository): Promise<number> {
  const { id, ownerId } = await port.insert(folder('gone'));
  await port.deleteByOwner(ownerId);
  return id;
}

/** What every FolderRepository promises. Owners are ids that the store need not know. */
export function folderRepositoryContract(runner: Runner, open: OpenFixture<FolderRepository>, lacks: Lacks = {}): void {
  suite({ runner, name: 'FolderRepository', open, lacks }, (test) => {
    test('saves folders under new, positive ids', async ({ port }) => {
      const root = await port.insert(folder('root'));
      const inner = await port.insert(folder('inner', 1, root.id));
      ok([root, inner].every(({ id }) => Number.isSafeInteger(id) && id > 0) && root.id !== inner.id, 'the ids');
      equal(root, { ...folder('root'), id: root.id });
      const both = [root, inner].sort((one, other) => one.id - other.id);
      equal(await port.listByOwner(1), both);
    });

    test('keeps every value exactly', async ({ port }) => {
      for (const nom of ODD_TEXTS) await port.insert(folder(nom, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
      const listed = await port.listByOwner(Number.MAX_SAFE_INTEGER);
      equal(
        listed.map(({ nom }) => nom),
        ODD_TEXTS,
      );
      ok(
        listed.every(({ parentId }) => parentId === Number.MAX_SAFE_INTEGER),
        'the parents',
      );
    });

    test('lists the folders of one owner only, by ascending id', async ({ port }) => {
      for (let turn = 0; turn < 10; turn += 1) {
        await port.insert(folder(`mine ${turn}`, 1));
        await port.insert(folder(`other ${turn}`, 11));
      }
      const listed = await port.listByOwner(1);
      equal(
        listed.map(({ nom }) => nom).sort(),
        Array.from({ length: 10 }, (_, turn) => `mine ${turn}`),
      );
      equal(
        listed.map(({ id }) => id),
        ascending(listed.map(({ id }) => id)),
      );
      for (const unknown of [0, 2, -1, 1 + BEYOND_32_BITS]) equal(await port.listByOwner(unknown), []);
    });

    test('creates a folder for each insert, equal ones too', async ({ port }) => {
      const equalFolders = [await port.insert(folder('twin')), await port.insert(folder('twin'))];
      equal(await port.listByOwner(1), equalFolders);
    });

    test('gives different ids to 30 racing inserts', { uses: 'another' }, async (fixture) => {
      const ports = await instances(fixture);
      const saved = await Promise.all(race(ports, 30, (port, index) => port.insert(folder(`folder ${index}`))));
      equal(new Set(saved.map(({ id }) => id)).size, 30, 'different ids');
      equal((await fixture.port.listByOwner(1)).length, 30);
    });

    test('deletes the folders of one owner only, repeatably', async ({ port }) => {
      await port.insert(folder('gone', 1));
      const kept = await port.insert(folder('kept', 2));
      for (const owner of [1, 1, 77, 0, 2 + BEYOND_32_BITS]) await port.deleteByOwner(owner);
      equal(await port.listByOwner(1), []);
      equal(await port.listByOwner(2), [kept]);
    });

    test('never reuses an id', async ({ port }) => {
      const first = await insertAndDelete(port);
      ok((await insertAndDelete(port)) !== first, 'the id was given again');
    });

    test('never reuses an id after a restart', { needs: 'reopen' }, async (fixture) => {
      const before = [await insertAndDelete(fixture.port), await insertAndDelete(fixture.port)];
      const id = await insertAndDelete(await fixture.reopen());
      ok(!before.includes(id), 'the id was given again');
    });

    test('keeps folders over a restart', { needs: 'reopen' }, async (fixture) => {
      const saved = await fixture.port.insert(folder('kept'));
      const port = await fixture.reopen();
      equal(present((await port.listByOwner(1))[0]), saved);
    });

    test('reports a damaged folder, lists the others, and deletes all', { needs: 'damage' }, async (fixture) => {
      const { port } = fixture;
      const saved = await Promise.all(
        [1, 2].map((number) => port.insert({ nom: `${number}`, ownerId: 1, parentId: null })),
      );
      const [first, second] = saved.map(({ id }) => id).toSorted((one, other) => one - other);
      const damage = await fixture.damage(present(first));
      const rows = saved.filter(({ id }) => id === second);
      await leavesOut((onDamaged) => port.listByOwner(1, onDamaged), { rows, damaged: damage });
      await port.deleteByOwner(1);
      equal(await port.listByOwner(1), []);
    });

    for (const parentId of [0, -1]) {
      test(`leaves a folder with the parent ${parentId} out`, { needs: 'damage' }, async (fixture) => {
        const { id } = await fixture.port.insert(folder('inner'));
        const damaged = await fixture.damage(id, 'parentId', parentId);
        await leavesOut((onDamaged) => fixture.port.listByOwner(1, onDamaged), { rows: [], damaged });
      });
    }

    addHealthTests(test, (folders) => ({
      insert: () => folders.insert(folder('any')),
      listByOwner: () => folders.listByOwner(1),
      deleteByOwner: () => folders.deleteByOwner(1),
    }));
  });
}
