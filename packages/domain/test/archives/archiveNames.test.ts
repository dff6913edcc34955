import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderPaths, safeName } from '../../src/archives/archiveNames.ts';

const text = fc.string({ unit: 'binary', maxLength: 300, size: 'max' });
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

describe('a name in an archive', () => {
  it('is taken by Windows, macOS and Linux, and says its id', () => {
    fc.assert(
      fc.property(text, id, (nom, number) => {
        const name = safeName(nom, number);
        expect(name).not.toMatch(/[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]|^[\s.~-]|[\s.]$/u);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)([ .]|$)/i);
        expect(name.endsWith(`-${number}`)).toBe(true);
        expect(Buffer.byteLength(`${name}.json`)).toBeLessThanOrEqual(255);
        expect(safeName(nom, number)).toBe(name);
      }),
    );
  });

  it.each([
    ['Tri rapide', 'Tri rapide-7'],
    ['../../etc/passwd', '_.._etc_passwd-7'],
    ['C:\\Windows', 'C__Windows-7'],
    ['CON', 'CON-7'],
    ['con.txt', '_con.txt-7'],
    ['-rf *', 'rf _-7'],
    ['...', '_-7'],
    ['Tri ', 'Tri-7'],
    ['a\u202etxt.exe', 'a_txt.exe-7'],
    ['\ud800', '_-7'],
    ['e\u0301', '\u00e9-7'],
    ['x'.repeat(255), `${'x'.repeat(60)}-7`],
    [`${'x'.repeat(59)}\u{1f600}`, `${'x'.repeat(59)}-7`],
  ])('%j is %j', (nom, expected) => expect(safeName(nom, 7)).toBe(expected));
});

describe('the path of a folder', () => {
  it('begins with that of the folder that it lies in, and is there once, also without regard to case', () => {
    const folders = [
      { id: 1, nom: 'Tri', parentId: 3 },
      { id: 2, nom: 'tri', parentId: 3 },
      { id: 3, nom: 'Cours', parentId: null },
    ];
    expect([...folderPaths(folders)]).toEqual([
      [null, 'algorithmes/'],
      [3, 'algorithmes/Cours-3/'],
      [1, 'algorithmes/Cours-3/Tri-1/'],
      [2, 'algorithmes/Cours-3/tri-2/'],
    ]);
  });

  it('leaves less than 200 UTF-16 units for every file, however deep and long the names are', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), id, (names, first) => {
        const last = Math.min(first, Number.MAX_SAFE_INTEGER - names.length);
        const folders = names.map((nom, at) => ({ id: last + at, nom, parentId: at === 0 ? null : last + at - 1 }));
        const paths = [...folderPaths(folders).values()];
        expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length + 1);
        for (const path of paths)
          expect(`${path}${safeName('x'.repeat(255), 2 ** 53 - 1)}.json`.length).toBeLessThan(200);
      }),
    );
    const deep = ['Cours', 'Semestre 1', 'Algorithmique', 'Tri', 'x'.repeat(60), 'Fin'];
    const folders = deep.map((nom, at) => ({ id: at + 1, nom, parentId: at === 0 ? null : at }));
    const way = 'algorithmes/Cours-1/Semestre 1-2/Algorithmique-3/Tri-4/';
    expect([...folderPaths(folders).values()].slice(4)).toEqual([
      way,
      `algorithmes/${'x'.repeat(60)}-5/`,
      `algorithmes/${'x'.repeat(60)}-5/Fin-6/`,
    ]);
  });
});
