/** What a browser gets at paths that are no routes: the page of the service, and what describes its routes. */
export const SITE = { start: '/', reference: '/docs', description: '/openapi.json' } as const;

/** The files of the reference: nothing else below `/docs/` can be read. */
export const REFERENCE_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'start.js', 'page.css'] as const;

export type ReferenceFile = (typeof REFERENCE_FILES)[number];

export const pathOfFile = (name: ReferenceFile): string => `${SITE.reference}/${name}`;
