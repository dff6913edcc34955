import type { HttpOptions } from './options.ts';
import { patternOf } from './pipeline/router.ts';
import { PathTable } from './routes/pathTable.ts';
import { ROUTES } from './routes/table.ts';
import { sitePatterns } from './site/sitePaths.ts';

/** Tells whether a path, below the one of the mount, leads to a route or a page, whatever its methods. */
export function ownPaths(options: HttpOptions): (path: string) => boolean {
  const patterns = ROUTES.map((route) => patternOf(route, options));
  const table = new PathTable([...new Set([...patterns, ...sitePatterns(options)])].map((pattern) => [pattern, true]));
  return (path) => table.find(path) !== null;
}
