import { METHODS } from 'node:http';
import Router, { type RouterMiddleware } from '@koa/router';
import type { AppContext, State } from '../context.ts';
import { prefixOf } from '../groups.ts';
import { HttpError, HttpResponses } from '../httpResponses.ts';
import type { HttpOptions } from '../options.ts';
import { EmptyRes } from '../responseKinds.ts';
import type { Route } from '../route.ts';
import { preflightHeaders } from '../transport/answerHeaders.ts';

/** One step of the chain that answers a request. It calls the next step, or sets `state.answer`, or throws a failure. */
export type Step = RouterMiddleware<State>;

/** A path, and what answers its methods. */
export interface PathRows {
  readonly pattern: string;
  readonly rows: readonly { readonly methods: readonly string[]; readonly chain: readonly Step[] }[];
}

/**
 * Finds the row of a request, and runs its chain. Upper and lower case differ, and a path may end with a slash. Of several patterns
 * that match a path, the one with the fewest parameters takes it, whatever its methods; of those with equally many, the first one.
 */
export function routerOf(paths: readonly PathRows[], options: Pick<HttpOptions, 'corsOrigins'>): Router<State> {
  const router = new Router<State>({ exclusive: 'specificity', sensitive: true });
  for (const path of paths) register(router, path, options);
  return router;
}

function register(
  router: Router<State>,
  { pattern, rows }: PathRows,
  { corsOrigins }: Pick<HttpOptions, 'corsOrigins'>,
) {
  const allowed = rows.flatMap(({ methods }) => methods);
  const otherwise = answerWithoutRow(allowed.join(', '), corsOrigins);
  // The router takes HEAD wherever it takes GET, so each row compares the method once more.
  const first =
    (methods: readonly string[]): Step =>
    (context, next) => {
      context.state.pattern = pattern;
      return methods.includes(context.method) ? next() : otherwise(context);
    };
  const layer = { strict: pattern === '/' }; // else the root would take `//`
  for (const { methods, chain } of rows) router.register(pattern, [...methods], [first(methods), ...chain], layer);
  // A path takes all other methods too: else `PUT /users/me` would be `PUT /users/:id`.
  const others = METHODS.filter((method) => !allowed.includes(method));
  router.register(pattern, others, first([]), layer);
}

/** @throws HttpError Method_not_allowed unless the method is OPTIONS */
const answerWithoutRow =
  (Allow: string, corsOrigins: readonly string[]) =>
  ({ method, req, state }: AppContext): void => {
    if (method !== 'OPTIONS') throw new HttpError(HttpResponses.General.Method_not_allowed, { Allow });
    state.answer = new EmptyRes(204, { Allow, ...preflightHeaders(req.headers, corsOrigins, Allow) });
  };

/** The pattern of a route's whole path. `/` is the prefix of the group itself. */
export const patternOf = ({ group, path }: Route, { prefixes }: Pick<HttpOptions, 'prefixes'>): string =>
  prefixOf(group, prefixes) + (path === '/' ? '' : path);
