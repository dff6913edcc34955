/** A source file and the files that it imports, as paths below the root of the repository. */
export interface Imports {
  readonly source: string;
  readonly imports: readonly string[];
}

/**
 * The folders of a package that import each other, as `a ↔ b`: neither of them can be read or moved alone. Files that are
 * directly in `src` or in a part of `testkit` are shared by all folders and belong to none.
 */
export function folderPairs(files: readonly Imports[]): string[] {
  const arrows = new Set(
    files.flatMap(({ source, imports }) => imports.map((imported) => `${folderOf(source)} → ${folderOf(imported)}`)),
  );
  const pairs = [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' → ');
    return from !== '' && to !== '' && from < to && arrows.has(`${to} → ${from}`);
  });
  return pairs.map((arrow) => `folders that import each other: ${arrow.replace('→', '↔')}`).sort();
}

/** `packages/domain/src/users`, `packages/domain/testkit/suites/users`, or nothing for a file that is in no such folder. */
const folderOf = (path: string): string =>
  /^packages\/[^/]+\/(?:src|testkit\/[^/]+)\/[^/]+(?=\/)/.exec(path)?.[0] ?? '';
