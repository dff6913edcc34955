import type Router from '@koa/router';
import type { State, Step } from '../context.ts';
import { ADMIN, APP, type HttpOptions } from '../options.ts';
import { routerOf } from '../router.ts';
import { pathOfFile, REFERENCE_FILES, SITE, type SiteAnswer } from './siteAnswer.ts';

type Make = () => Promise<SiteAnswer>;

/** The code and the files behind each path are read at its first request: the start does not wait for them. */
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

/** Without `docs` and a console there is only the page of the service. */
function makersOf(options: HttpOptions): Makers {
  const start = [SITE.start, async () => (await import('./startPage.ts')).startPage(options)] as const;
  return [start, ...consoleMakers(options), ...docsMakers(options)];
}

type Makers = readonly (readonly [path: string, make: Make])[];

/** Files before screens: both patterns have one parameter, and the first one wins. */
function consoleMakers(options: HttpOptions): Makers {
  const { console: folder } = options;
  if (folder === undefined) return [];
  const page: Make = async () => (await import('./console.ts')).consolePage(folder, options);
  return [
    [`${APP}/look.css`, async () => (await import('./console.ts')).consoleLook(options)],
    [`${APP}/assets/:file`, async () => (await import('./console.ts')).consoleFiles(folder)],
    ...[APP, ADMIN].flatMap((at) => [[at, page] as const, [`${at}/*screen`, page] as const]),
  ];
}

function docsMakers(options: HttpOptions): Makers {
  if (!options.docs) return [];
  return [
    [SITE.reference, async () => (await import('./reference.ts')).referencePage(options)],
    [SITE.description, async () => (await import('./reference.ts')).description(options)],
    ...REFERENCE_FILES.map(
      (name) => [pathOfFile(name), async () => (await import('./reference.ts')).referenceFile(name)] as const,
    ),
  ];
}

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
