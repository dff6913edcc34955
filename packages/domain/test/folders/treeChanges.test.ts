import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depthOf } from '../../src/folders/folderTree.ts';
import { withChangedFolder, withFolder, withoutFolder } from '../../src/folders/treeChanges.ts';
import { DomainError, type Folder, type FolderTree, noFolders, Responses } from '../../src/index.ts';
import { impossibleInFolders } from '../../src/storedValues.ts';

const { Cycle, Name_taken, Not_found, Quota_exceeded, Too_deep } = Responses.Folder;
const LIMITS = { perUser: 8, depth: 3 };

/** A change, with places of folders in the tree; `top` and `absent` are no folders of it. */
type Place = number | 'top' | 'absent';
type Change =
  | { readonly make: string; readonly in: Place }
  | { readonly change: Place; readonly nom?: string | undefined; readonly to?: Place | undefined }
  | { readonly remove: Place; readonly isRecursive: boolean };

const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 8, arbitrary: fc.nat(LIMITS.perUser) },
  { weight: 2, arbitrary: fc.constantFrom('top' as const, 'absent' as const) },
);
/** Few, and two that are one in NFC. */
const nom = fc.constantFrom('a', 'b', 'caf\u00e9', 'cafe\u0301', 'c', 'd');
const changes = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ make: nom, in: place }) },
    {
      weight: 4,
      arbitrary: fc.record({
        change: place,
        nom: fc.option(nom, { nil: undefined }),
        to: fc.option(place, { nil: undefined }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ remove: place, isRecursive: fc.boolean() }) },
  ),
  { maxLength: 40, size: 'max' },
);

const ABSENT = 999;

function idAt({ folders }: FolderTree, at: Place): number {
  return typeof at === 'number' ? (folders[at % Math.max(1, folders.length)]?.id ?? ABSENT) : ABSENT;
}
const parentAt = (tree: FolderTree, at: Place): number | null => (at === 'top' ? null : idAt(tree, at));

function apply(tree: FolderTree, change: Change): Pick<FolderTree, 'lastId' | 'folders'> | null {
  if ('make' in change) {
    return withFolder(tree, { nom: change.make, parentId: parentAt(tree, change.in) }, LIMITS).state;
  }
  if ('remove' in change) {
    const id = idAt(tree, change.remove);
    const { state, ids } = withoutFolder(tree, id);
    return ids.length > 1 && !change.isRecursive ? null : state;
  }
  const wanted = {
    id: idAt(tree, change.change),
    ...(change.nom !== undefined && { nom: change.nom }),
    ...(change.to !== undefined && { parentId: parentAt(tree, change.to) }),
  };
  return withChangedFolder(tree, wanted, LIMITS).state;
}

/** The tree after a change; null when it is refused. */
function after(tree: FolderTree, change: Change): FolderTree | null {
  try {
    const state = apply(tree, change);
    return state === null ? tree : { ...tree, ...state, version: tree.version + 1 };
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

const isBelow = (folders: readonly Folder[], id: number, above: number): boolean => {
  for (let at: number | null = id; at !== null; at = folders.find((one) => one.id === at)?.parentId ?? null) {
    if (at === above) return true;
  }
  return false;
};

describe('any changes of a tree', () => {
  it('leave no cycle, no twins, no folder too deep, and not too many', () => {
    fc.assert(
      fc.property(changes, (all) => {
        let tree = noFolders(1);
        for (const change of all) tree = after(tree, change) ?? tree;
        expect(tree.version === 0 ? null : impossibleInFolders(tree)).toBeNull();
        expect(tree.folders.length).toBeLessThanOrEqual(LIMITS.perUser);
        for (const { id } of tree.folders) expect(depthOf(tree.folders, id)).toBeLessThanOrEqual(LIMITS.depth);
        const named = tree.folders.map((folder) => `${folder.parentId} ${folder.nom.normalize('NFC')}`);
        expect(new Set(named).size).toBe(named.length);
      }),
    );
  });

  it('lose no folder, give no id again, and delete what lies in the deleted one alone', () => {
    fc.assert(
      fc.property(changes, (all) => {
        let tree = noFolders(1);
        const given = new Set<number>();
        for (const change of all) {
          const next = after(tree, change) ?? tree;
          const [before, ids] = [tree.folders.map(({ id }) => id), new Set(next.folders.map(({ id }) => id))];
          const gone = before.filter((id) => !ids.has(id));
          const expected =
            'remove' in change && next !== tree
              ? before.filter((id) => isBelow(tree.folders, id, idAt(tree, change.remove)))
              : [];
          expect(gone).toEqual(expected);
          for (const id of ids) {
            expect(before.includes(id) || !given.has(id), `${id} is given once`).toBe(true);
            given.add(id);
          }
          tree = next;
        }
      }),
    );
  });
});

const tree = (folders: readonly Folder[]): FolderTree => ({
  ownerId: 1,
  version: 1,
  lastId: folders.at(-1)?.id ?? 0,
  folders,
});
/** 1 and 4 at the top; 2 in 1, 3 in 2. */
const SAMPLE = tree([
  { id: 1, nom: 'a', parentId: null },
  { id: 2, nom: 'b', parentId: 1 },
  { id: 3, nom: 'c', parentId: 2 },
  { id: 4, nom: 'a2', parentId: null },
]);

const refused = (change: () => unknown): unknown => {
  try {
    return change();
  } catch (error) {
    if (error instanceof DomainError) return error.data === undefined ? [error.code] : [error.code, error.data];
    throw error;
  }
};

describe('a change', () => {
  const make = (nom: string, parentId: number | null, limits = LIMITS) =>
    refused(() => withFolder(SAMPLE, { nom, parentId }, limits));
  const change = (id: number, changed: Partial<Folder>, from = SAMPLE) =>
    refused(() => withChangedFolder(from, { ...changed, id }, LIMITS));

  it('is refused if a rule says so', () => {
    expect([make('x', 9), make('x', 3), make('b', 1)]).toEqual([[Not_found], [Too_deep], [Name_taken]]);
    expect(make('x', null, { perUser: 4, depth: 3 })).toEqual([Quota_exceeded, { used: 4, limit: 4 }]);
    expect([change(9, {}), change(1, { parentId: 9 })]).toEqual([[Not_found], [Not_found]]);
    expect([1, 2, 3].map((parentId) => change(1, { parentId }))).toEqual([[Cycle], [Cycle], [Cycle]]);
    expect([change(1, { parentId: 4 }), change(4, { nom: 'a' })]).toEqual([[Too_deep], [Name_taken]]);
  });

  it('of the same name and place changes nothing', () => {
    expect(change(2, { nom: 'b', parentId: 1 })).toEqual({ folder: SAMPLE.folders[1], state: null });
    expect(change(2, {})).toEqual({ folder: SAMPLE.folders[1], state: null });
  });

  it('may take the name of a folder in another place, and its own in another normal form', () => {
    expect(change(2, { nom: 'a' })).toMatchObject({ folder: { nom: 'a' } });
    const accented = tree([{ id: 1, nom: 'caf\u00e9', parentId: null }]);
    expect(change(1, { nom: 'cafe\u0301' }, accented)).toMatchObject({ folder: { nom: 'cafe\u0301' } });
  });

  it('of twins, which a store does not look for, is possible, one by one', () => {
    const twins = tree([
      { id: 1, nom: 'twin', parentId: null },
      { id: 2, nom: 'twin', parentId: null },
      { id: 3, nom: 'x', parentId: null },
    ]);
    expect(change(1, { parentId: 3 }, twins)).toMatchObject({ folder: { nom: 'twin', parentId: 3 } });
    expect(change(2, { nom: 'other' }, twins)).toMatchObject({ folder: { nom: 'other' } });
    expect(change(3, { nom: 'twin' }, twins)).toEqual([Name_taken]);
  });

  it('of folders that lie deeper than allowed now may bring them up, and no deeper', () => {
    const chain = Array.from({ length: 6 }, (_, at) => ({ id: at + 1, nom: `${at}`, parentId: at === 0 ? null : at }));
    const deep = tree([...chain, { id: 7, nom: 'm', parentId: 5 }, { id: 8, nom: 'n', parentId: 4 }]);
    expect(change(5, { parentId: 3 }, deep)).toMatchObject({ folder: { parentId: 3 } });
    for (const parentId of [8, 4]) expect(change(7, { parentId }, deep)).toMatchObject({ folder: { parentId } });
    expect(change(7, { parentId: 6 }, deep)).toEqual([Too_deep]);
  });

  it('may reach the depth that is allowed', () => {
    expect(change(4, { parentId: 2 })).toMatchObject({ folder: { id: 4, parentId: 2 } });
    expect(change(4, { parentId: 3 })).toEqual([Too_deep]);
  });
});

it('a folder leaves with all that lies in it', () => {
  const [first, , , fourth] = SAMPLE.folders;
  expect(withoutFolder(SAMPLE, 2)).toEqual({ ids: [2, 3], state: { lastId: 4, folders: [first, fourth] } });
  expect(withoutFolder(SAMPLE, 1).ids).toEqual([1, 2, 3]);
  expect(refused(() => withoutFolder(SAMPLE, 9))).toEqual([Not_found]);
});
