import type Router from '@koa/router';
import * as v from 'valibot';
import type { State, Step } from './context.ts';
import { type BodyParts, bodyOf } from './exchange/bodySteps.ts';
import { identify } from './exchange/identify.ts';
import { cookieOf } from './exchange/sessionCookie.ts';
import type { HttpOptions } from './options.ts';
import { refuseUnread } from './refuseUnread.ts';
import type { HandlerParts, Route } from './route.ts';
import { patternOf, routerOf } from './router.ts';
import { ROUTES } from './routes/table.ts';

export interface ChainParts extends HandlerParts, BodyParts {
  readonly options: HttpOptions;
}

const chainOf = (row: Route, parts: ChainParts): readonly Step[] => [
  setRoute(row),
  ...cookieOf(row, parts.options),
  identify(row, parts),
  refuseUnread(row),
  ...bodyOf(row, parts),
  handle(row, parts),
];

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
const setRoute =
  (row: Route): Step =>
  ({ state }, next) => {
    state.route = row;
    return next();
  };

const handle =
  (row: Route, parts: ChainParts): Step =>
  async (context) => {
    const { state } = context;
    if (row.page !== undefined && v.is(WithEmail, state.body)) state.typedEmail = state.body.email;
    state.answer = await row.handle(context, parts);
  };

const MOST_ADDRESS_CHARS = 255;

const WithEmail = v.object({ email: v.pipe(v.string(), v.maxLength(MOST_ADDRESS_CHARS)) });
