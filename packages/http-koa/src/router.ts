import { METHODS } from 'node:http';
import Router from '@koa/router';
import compose from 'koa-compose';
import type { AppContext, State, Step } from './context.ts';
import { preflightHeaders } from './exchange/headers.ts';
import { prefixOf } from './groups.ts';
import type { HttpOptions } from './options.ts';
import { EmptyRes, HttpError, HttpResponses } from './responses.ts';
import type { Route } from './route.ts';

export interface PathRows {
  readonly pattern: string;
  readonly rows: readonly { readonly methods: readonly string[]; readonly chain: readonly Step[] }[];
}

/**
 * Upper and lower case differ, and a path may end with a slash. Of several patterns that match, the one with the fewest parameters takes
 * the path, whatever its methods; of those with equally many, the first one.
 */
export function routerOf(paths: readonly PathRows[], options: Pick<HttpOptions, 'corsOrigins'>): Router<State> {
  const router = new Router<State>({ exclusive: 'specificity', sensitive: true });
  for (const path of paths) {
    const layer = { strict: path.pattern === '/' }; // else the root would take `//`
    // A path takes all methods: else `PUT /users/me` would be `PUT /users/:id`.
    router.register(path.pattern, METHODS, chainByMethod(path, options), layer);
  }
  return router;
}

/** @throws HttpError Method_not_allowed where no row serves the method, unless it is OPTIONS */
function chainByMethod({ pattern, rows }: PathRows, { corsOrigins }: Pick<HttpOptions, 'corsOrigins'>): Step {
  const chains = new Map(
    rows.flatMap(({ methods, chain }) => {
      const whole = compose([...chain]);
      return methods.map((method) => [method, whole] as const);
    }),
  );
  const Allow = [...chains.keys()].join(', ');
  const otherwise = ({ method, req, state }: AppContext): void => {
    if (method !== 'OPTIONS') throw new HttpError(HttpResponses.General.Method_not_allowed, { Allow });
    state.answer = new EmptyRes(204, { Allow, ...preflightHeaders(req.headers, corsOrigins, Allow) });
  };
  return (context, next) => {
    context.state.pattern = pattern;
    return (chains.get(context.method) ?? otherwise)(context, next);
  };
}

/** `/` is the prefix of the group itself. */
export const patternOf = ({ group, path }: Route, { prefixes }: Pick<HttpOptions, 'prefixes'>): string =>
  prefixOf(group, prefixes) + (path === '/' ? '' : path);
