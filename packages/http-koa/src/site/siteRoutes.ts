import type { Middleware } from 'koa';
import type { AppContext, State } from '../context.ts';
import { HttpError } from '../httpError.ts';
import { HttpResponses } from '../httpResponses.ts';
import type { HttpOptions } from '../options.ts';
import { preflightHeaders } from '../pipeline/cors.ts';
import { type Answer, EmptyRes } from '../responseKinds.ts';
import { PathTable } from '../routes/pathTable.ts';
import type { SiteAnswer } from './siteAnswer.ts';
import { pathOfFile, REFERENCE_FILES, SITE, sitePatterns } from './sitePaths.ts';

const Allow = 'GET, HEAD';

type Make = () => Promise<SiteAnswer>;

/**
 * Answers at `/`, `/docs` and `/openapi.json`. The code and the files behind each are read at its first request, so that the start
 * does not wait for them, and a server without such requests does not hold them.
 */
export function siteRoutes(options: HttpOptions): Middleware<State> {
  const makers = makersOf(options);
  const table = new PathTable(sitePatterns(options).map((pattern) => [pattern, pattern === '' ? SITE.start : pattern]));
  return async (context, next) => {
    const path = table.find(context.path)?.target;
    const make = path === undefined ? undefined : makers.get(path);
    if (path === undefined || make === undefined) {
      await next();
      return;
    }
    context.state.pattern = path;
    context.state.answer = await answerTo(context, make, options);
  };
}

async function answerTo(context: AppContext, make: Make, { corsOrigins }: HttpOptions): Promise<Answer> {
  if (context.method === 'OPTIONS') {
    return new EmptyRes(204, { Allow, ...preflightHeaders(context.req.headers.origin, corsOrigins, Allow) });
  }
  if (!['GET', 'HEAD'].includes(context.method)) {
    throw new HttpError(HttpResponses.General.Method_not_allowed, { Allow });
  }
  return (await make())(context);
}

function makersOf(options: HttpOptions): ReadonlyMap<string, Make> {
  const files = REFERENCE_FILES.map((name): [string, Make] => [
    pathOfFile(name),
    kept(async () => (await import('./referenceFiles.ts')).referenceFile(name)),
  ]);
  return new Map<string, Make>([
    [SITE.start, kept(async () => (await import('./startPage.ts')).startPage(options))],
    [SITE.reference, kept(async () => (await import('./referencePage.ts')).referencePage(options))],
    [SITE.description, kept(async () => (await import('./description.ts')).description(options))],
    ...files,
  ]);
}

/** Calls `make` once, and again only if it failed. */
function kept(make: Make): Make {
  let made: Promise<SiteAnswer> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
