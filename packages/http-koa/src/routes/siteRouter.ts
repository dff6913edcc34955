import type Router from '@koa/router';
import type { State } from '../context.ts';
import type { HttpOptions } from '../options.ts';
import { routerOf, type Step } from '../router.ts';
import { pathOfFile, REFERENCE_FILES, SITE, type SiteAnswer } from './siteAnswer.ts';

type Make = () => Promise<SiteAnswer>;

/**
 * Answers at `/`, `/docs` and `/openapi.json`. The code and the files behind each are read at its first request, so that the start
 * does not wait for them, and a server without such requests does not hold them.
 */
export function siteRouter(options: HttpOptions): Router<State> {
  const paths = makersOf(options).map(([pattern, make]) => ({
    pattern,
    rows: [{ methods: ['GET', 'HEAD'], chain: [answering(kept(make))] }],
  }));
  return routerOf(paths, options);
}

const answering =
  (make: Make): Step =>
  async (context) => {
    context.state.answer = (await make())(context);
  };

/** The paths, and what makes the answer at each. Without `docs` there is only the page of the service. */
function makersOf(options: HttpOptions): readonly (readonly [path: string, make: Make])[] {
  const start = [SITE.start, async () => (await import('./startPage.ts')).startPage(options)] as const;
  if (!options.docs) return [start];
  return [
    start,
    [SITE.reference, async () => (await import('./reference.ts')).referencePage(options)],
    [SITE.description, async () => (await import('./reference.ts')).description(options)],
    ...REFERENCE_FILES.map(
      (name) => [pathOfFile(name), async () => (await import('./reference.ts')).referenceFile(name)] as const,
    ),
  ];
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
