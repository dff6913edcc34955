import type { Middleware } from 'koa';
import type { State } from '../context.ts';
import { prefixOf } from '../groups.ts';
import type { HttpOptions } from '../options.ts';
import type { Route } from '../route.ts';
import { PathTable } from '../routes/pathTable.ts';
import { ROUTES } from '../routes/table.ts';
import { type EndpointParts, endpoint } from './endpoint.ts';

/** Finds the rows of a path, and has them answer. A literal segment is preferred to a parameter, for every method. */
export function router(parts: EndpointParts): Middleware<State> {
  const byPattern = Map.groupBy(ROUTES, (row) => patternOf(row, parts.options));
  const table = new PathTable([...byPattern].map(([pattern, rows]) => [pattern, endpoint(rows, parts)]));
  return async (context, next) => {
    const found = table.find(context.path);
    if (found === null) {
      await next();
      return;
    }
    const { state } = context;
    state.pattern = found.pattern;
    state.answer = await found.target(context, found.params);
  };
}

/** The pattern of a route's whole path. `/` is the prefix of the group itself. */
export const patternOf = ({ group, path }: Route, { prefixes }: HttpOptions): string =>
  prefixOf(group, prefixes) + (path === '/' ? '' : path);
