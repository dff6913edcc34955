import fc from 'fast-check';
import { expect, it } from 'vitest';
import { treeOfFolders } from '../../src/index.ts';
import { impossibleInFolders } from '../../src/storedValues.ts';

const COUNT = 12;
/** Folders in any order, each with a parent among them, or one that is missing. */
const former = fc
  .uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: COUNT }), parentId: fc.option(fc.integer({ min: -1, max: COUNT })) }),
    {
      selector: ({ id }) => id,
    },
  )
  .map((rows) => rows.map(({ id, parentId }) => ({ id, nom: `${id % 3}`, parentId })));

it('any folders of an earlier release become a tree, and keep their ids and names', () => {
  fc.assert(
    fc.property(former, (rows) => {
      const tree = treeOfFolders(rows);
      expect(impossibleInFolders({ ownerId: 1, version: 1, ...tree })).toBeNull();
      const kept = tree.folders.map(({ id, nom }) => ({ id, nom }));
      expect(kept).toEqual(rows.map(({ id, nom }) => ({ id, nom })).sort((one, other) => one.id - other.id));
    }),
  );
});

it('a folder keeps its place unless its parent is missing, or it is the lowest of a cycle', () => {
  fc.assert(
    fc.property(former, (rows) => {
      const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
      for (const { id, parentId } of treeOfFolders(rows).folders) {
        const before = parents.get(id) ?? null;
        const isMissing = before !== null && !parents.has(before);
        expect(parentId, `of ${id}`).toBe(isMissing || isLowestOfCycle(parents, id) ? null : before);
      }
    }),
  );
});

function isLowestOfCycle(parents: ReadonlyMap<number, number | null>, id: number): boolean {
  const above: number[] = [];
  for (let at = parents.get(id) ?? null; at !== null && !above.includes(at); at = parents.get(at) ?? null)
    above.push(at);
  return above.includes(id) && Math.min(...above.slice(0, above.indexOf(id) + 1)) === id;
}

it('long chains and many folders take little time', () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => ({ id: at + 1, nom: '', parentId: at + 2 }));
  const tree = treeOfFolders(rows);
  expect(tree.folders.at(-1)?.parentId).toBeNull();
  expect(impossibleInFolders({ ownerId: 1, version: 1, ...tree })).toBeNull();
});
