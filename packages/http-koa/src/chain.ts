import type Router from '@koa/router';
import * as v from 'valibot';
import type { State } from './context.ts';
import type { HttpOptions } from './options.ts';
import { type BodyParts, bodyOf } from './request/bodySteps.ts';
import { identify } from './request/identify.ts';
import { cookieOf } from './request/sessionCookie.ts';
import type { HandlerParts, Route } from './route.ts';
import { patternOf, routerOf, type Step } from './router.ts';
import { ROUTES } from './routes/table.ts';
import { unreadCheck } from './routes/unreadParts.ts';

export interface ChainParts extends HandlerParts, BodyParts {
  readonly options: HttpOptions;
}

/** What answers the requests of one row of the table of routes: its steps in their order. */
const chainOf = (row: Route, parts: ChainParts): readonly Step[] => [
  as(row),
  ...cookieOf(row, parts.options),
  identify(row, parts),
  known(row),
  ...bodyOf(row, parts),
  handle(row, parts),
];

/** Answers the requests of all rows of the table of routes. */
export function apiRouter(parts: ChainParts): Router<State> {
  const byPattern = Map.groupBy(ROUTES, (row) => patternOf(row, parts.options));
  const paths = [...byPattern].map(([pattern, rows]) => ({
    pattern,
    rows: rows.map((row) => ({ methods: methodsOf(row), chain: chainOf(row, parts) })),
  }));
  return routerOf(paths, parts.options);
}

const methodsOf = ({ method, head }: Route): readonly string[] => (head === true ? [method, 'HEAD'] : [method]);

/** From here on the answers are those of the row. */
const as =
  (row: Route): Step =>
  ({ state }, next) => {
    state.route = row;
    return next();
  };

const NO_QUERY = new URLSearchParams();

/**
 * Sets `state.query`.
 * @throws DomainError General.Invalid_data that names unknown parameters of the query, or preconditions that the row does not read
 */
function known(row: Route): Step {
  const requireRead = unreadCheck(row);
  return ({ req, search, state }, next) => {
    state.query = search === '' ? NO_QUERY : new URLSearchParams(search);
    requireRead(state.query, req.headers);
    return next();
  };
}

/** Calls the use case, and sets the answer. */
const handle =
  (row: Route, parts: ChainParts): Step =>
  async (context) => {
    const { state } = context;
    if (row.page !== undefined && v.is(WithEmail, state.body)) state.typedEmail = state.body.email;
    state.answer = await row.handle(context, parts);
  };

const MOST_ADDRESS_CHARS = 255;

/** Longer texts are no addresses. */
const WithEmail = v.object({ email: v.pipe(v.string(), v.maxLength(MOST_ADDRESS_CHARS)) });
