import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';
import type { AppContext, State } from '../context.ts';
import { HttpError } from '../httpError.ts';
import { HttpResponses } from '../httpResponses.ts';
import type { HttpOptions } from '../options.ts';
import { preflightHeaders } from '../pipeline/cors.ts';
import { type Answer, EmptyRes, TextRes } from '../responseKinds.ts';

/** Where the description of the routes is. */
export const DOCUMENT_PATH = '/openapi.json';

const Allow = 'GET, HEAD';

interface Described {
  readonly text: string;
  readonly tag: string;
}

/** Answers with the description of the routes in OpenAPI. It is made at the first request, so that the start does not wait for it. */
export function documentRoute({ prefixes, corsOrigins }: HttpOptions): Middleware<State> {
  let made: Promise<Described> | null = null;
  const describe = async (): Promise<Described> => {
    const { openApiText } = await import('./document.ts');
    const text = openApiText(prefixes);
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  };
  return async (context, next) => {
    if (context.path !== DOCUMENT_PATH) {
      await next();
      return;
    }
    const { state } = context;
    state.pattern = DOCUMENT_PATH;
    if (context.method === 'OPTIONS') {
      state.answer = new EmptyRes(204, { Allow, ...preflightHeaders(context.req.headers.origin, corsOrigins, Allow) });
      return;
    }
    if (!['GET', 'HEAD'].includes(context.method)) {
      throw new HttpError(HttpResponses.General.Method_not_allowed, { Allow });
    }
    made ??= describe();
    state.answer = answer(context, at(state.mountPath, await made));
  };
}

/** The description for clients of a host application: its routes are below the path of the mount. */
function at(mountPath: string, { text, tag }: Described): Described {
  if (mountPath === '') return { text, tag };
  return { text: text.replace(SERVER, () => `"url": ${JSON.stringify(mountPath)}`), tag };
}

/** The address of the server in the description, which comes first in it. */
const SERVER = '"url": "/"';

/** A client may keep the text if it asks each time whether it is the same: the next start may have other settings. */
function answer(context: AppContext, { text, tag }: Described): Answer {
  const headers = { 'Cache-Control': 'no-cache', ETag: tag };
  const known = (context.req.headers['if-none-match'] ?? '').split(',').map((item) => item.trim().replace(/^W\//, ''));
  if (known.includes(tag) || known.includes('*')) return new EmptyRes(304, headers);
  return new TextRes('application/json; charset=utf-8', text, headers);
}
