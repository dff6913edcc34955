import { describe, expect, it } from 'vitest';
import type { Folder, FolderTree } from '../../src/folders/folderTree.ts';
import { withChanges, withoutMark } from '../../src/folders/treeChanges.ts';
import { Responses } from '../../src/index.ts';

const folder = (id: number, parentId: number | null = null): Folder => ({ id, nom: `folder ${id}`, parentId });
const leaving = (id: number): Folder => ({ ...folder(id), isLeaving: true });
const tree = (...folders: readonly Folder[]): FolderTree => ({ ownerId: 1, version: 1, lastId: 9, folders });

describe('the mark of a deletion', () => {
  it('is taken away from one folder alone', () => {
    const { state } = withoutMark(tree(leaving(1), leaving(2), folder(3)), 1);
    expect(state).toEqual({ lastId: 9, folders: [folder(1), leaving(2), folder(3)] });
  });

  it('is not taken away where there is none', () => {
    expect(withoutMark(tree(folder(1), leaving(2)), 1).state).toBeNull();
    expect(withoutMark(tree(leaving(2)), 9).state).toBeNull();
  });
});

describe('the depth of folders', () => {
  const limits = { perUser: 9, depth: 2 };

  it('can be reached by a move, and not exceeded', () => {
    const before = tree(folder(1), folder(2, 1), folder(3));
    expect(withChanges(before, { id: 3, parentId: 1 }, limits).folder).toEqual(folder(3, 1));
    expect(() => withChanges(before, { id: 3, parentId: 2 }, limits)).toThrow(Responses.Folder.Too_deep);
  });

  it('does not stop moves to the same level where folders are deeper than allowed now', () => {
    const before = tree(folder(1), folder(2, 1), folder(3, 2), folder(4), folder(5, 4));
    expect(withChanges(before, { id: 3, parentId: 5 }, limits).folder).toEqual(folder(3, 5));
  });
});
