import { describe, expect, it } from 'vitest';
import { compactBytes, isSource, parseTyped, prettyJson } from '../app/state/exactJson.ts';
import { around, flatTree, treeOf } from '../app/state/folders.ts';

describe('JSON that somebody has typed', () => {
  it('keeps numbers as they were typed, so that the service can refuse those that would change', () => {
    const text = '{"a":[12345678901234567890,1.50,0.1,1e400],"__proto__":{"b":-0}}';
    expect(JSON.stringify(parseTyped(text))).toBe(text);
  });

  it('is refused if it is none, and counts without blanks', () => {
    expect(() => parseTyped('{"a":1,}')).toThrow(SyntaxError);
    expect(compactBytes(JSON.parse(' { "é" : 1 } '))).toBe(8);
    expect([isSource(JSON.parse('[]')), isSource(JSON.parse('null')), isSource(1)]).toEqual([true, false, false]);
    expect(prettyJson([1])).toBe('[\n  1\n]');
  });
});

describe('folders', () => {
  const folder = (id: number, parentId: number | null) => ({ id, nom: `folder ${9 - id}`, parentId, algos: 0 });
  const folders = [folder(1, null), folder(2, null), folder(3, 1), folder(4, 3)];

  it('are a tree by their names, without the one that is moved and what is in it', () => {
    const tree = treeOf(folders);
    expect(flatTree(tree).map(({ folder: { id }, depth }) => [id, depth])).toEqual([
      [2, 0],
      [1, 0],
      [3, 1],
      [4, 2],
    ]);
    expect(flatTree(tree, 3).map(({ folder: { id } }) => id)).toEqual([2, 1]);
  });

  it('are open around the one that is chosen', () => {
    expect([...around(folders, 4)]).toEqual([4, 3, 1]);
    expect([...around(folders, 9), ...around(folders, null)]).toEqual([]);
  });
});
