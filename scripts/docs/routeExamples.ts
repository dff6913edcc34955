import { ROUTES, type Route } from '@algotheque/http-koa';
import { EXAMPLES, type RecordedAnswer } from '../../packages/http-koa/generate/index.ts';

/** For each route the first request that succeeded, and its answer. */
export const exampleLines = (): readonly string[] => ROUTES.flatMap((route) => linesOf(route, exampleOf(route)));

/** A second route of the same operation has the same example. @throws Error for a route without one */
function exampleOf(route: Route): RecordedAnswer {
  const ids = ROUTES.filter(({ operation }) => operation === route.operation).map(({ id }) => id);
  const isGood = ({ id, status }: RecordedAnswer) => ids.includes(id) && status < 300;
  const found = EXAMPLES.find((one) => one.id === route.id && isGood(one)) ?? EXAMPLES.find(isGood);
  if (found === undefined) throw new Error(`There is no example of ${route.id}`);
  return found;
}

function linesOf({ method, auth, page }: Route, { request, status, headers, body }: RecordedAnswer): readonly string[] {
  const { target, json } = request;
  const [, path] = target.split(' ');
  const wantsJson = page?.otherwise === 'page'; // else the answer is a page
  const sent = {
    ...(wantsJson && { Accept: 'application/json' }),
    ...(auth && { Authorization: 'Bearer TOKEN' }),
    ...request.headers,
  };
  return [
    '```http',
    `${method} ${path}`,
    ...headerLines(sent),
    ...(json === undefined ? [] : ['Content-Type: application/json', '', JSON.stringify(json)]),
    '',
    `${status}`,
    ...headerLines(headers),
    '',
    body === null ? '(the bytes of a ZIP)' : JSON.stringify(body),
    '```',
    '',
  ];
}

const headerLines = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
