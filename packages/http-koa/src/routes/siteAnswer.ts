import { createHash } from 'node:crypto';
import type { AppContext } from '../context.ts';
import { type Answer, EmptyRes, type Headers, TextRes } from '../responses.ts';

export type SiteAnswer = (context: AppContext) => Answer;

/**
 * Of a page with scripts, styles and requests of its own origin; pictures are `data:` addresses. Nothing inline runs, and no other page may
 * frame it.
 */
export const SCRIPTED_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface Tagged {
  readonly type: string;
  readonly body: string | Buffer;
  readonly tag: string;
}

export const tagged = (type: string, body: string | Buffer): Tagged => ({
  type,
  body,
  tag: `"${createHash('sha256').update(body).digest('base64url')}"`,
});

/** The next start may have other settings or another version. */
export function taggedAnswer(context: AppContext, { type, body, tag }: Tagged, further: Headers = {}): Answer {
  const headers = { 'Cache-Control': 'no-cache', ETag: tag, ...further };
  const known = (context.req.headers['if-none-match'] ?? '').split(',').map((item) => item.trim().replace(/^W\//, ''));
  if (known.includes(tag) || known.includes('*')) return new EmptyRes(304, headers);
  return new TextRes(type, body, headers);
}

export const SITE = { start: '/', reference: '/docs', description: '/openapi.json' } as const;

/** The files of the reference: nothing else below `/docs/` can be read. */
export const REFERENCE_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'start.js', 'page.css'] as const;

export type ReferenceFile = (typeof REFERENCE_FILES)[number];

export const pathOfFile = (name: ReferenceFile): string => `${SITE.reference}/${name}`;
