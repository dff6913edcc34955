import type { HttpOptions } from '../options.ts';

/** What a browser gets at paths that are no routes: the page of the service, and what describes its routes. */
export const SITE = { start: '/', reference: '/docs', description: '/openapi.json' } as const;

/** The files of the reference: nothing else below `/docs/` can be read. */
export const REFERENCE_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'start.js', 'page.css'] as const;

export type ReferenceFile = (typeof REFERENCE_FILES)[number];

export const pathOfFile = (name: ReferenceFile): string => `${SITE.reference}/${name}`;

/** The paths that are answered: without `docs` only the page of the service. */
export function sitePaths({ docs }: Pick<HttpOptions, 'docs'>): readonly string[] {
  return docs ? [...Object.values(SITE), ...REFERENCE_FILES.map(pathOfFile)] : [SITE.start];
}

/** The patterns of these paths for a table of paths: a table compares paths without the slash at their end. */
export const sitePatterns = (options: Pick<HttpOptions, 'docs'>): readonly string[] =>
  sitePaths(options).map((path) => (path === SITE.start ? '' : path));
