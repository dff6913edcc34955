import { DEFAULT_PREFIXES, prefixOf } from '../src/groups.ts';
import { version } from '../src/openapi.ts';
import type { Route } from '../src/route.ts';
import { ROUTES } from '../src/routes/table.ts';
import { headerComponents, responsesOf } from './answers.ts';
import { DESCRIPTION, TAGS } from './description.ts';
import { bodyOf, parametersOf } from './inputs.ts';
import type { Json } from './jsonSchema.ts';
import { components } from './schemas.ts';
import { SharedResponses } from './sharedResponses.ts';
import { typed } from './typed.ts';

/** The description of all routes in OpenAPI 3.1, made from the table of routes, at the default prefixes. */
export function openApiDocument(): Json {
  const shared = new SharedResponses(ROUTES.flatMap(responsesOf));
  const byPath = Map.groupBy(ROUTES, pathOf);
  const paths = [...byPath].map(([path, routes]) => [
    path,
    Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operationOf(route, shared)])),
  ]);
  return typed({
    openapi: '3.1.1',
    info: { title: 'Algotheque', version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: Object.values(TAGS),
    paths: Object.fromEntries(paths),
    components: {
      schemas: components(),
      responses: shared.components,
      headers: headerComponents(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The access token that a login returns.' },
      },
    },
  });
}

/** The same as text: two spaces a level, and a line break at its end. */
export const documentText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;

const pathOf = ({ group, path }: Route): string =>
  (prefixOf(group, DEFAULT_PREFIXES) + (path === '/' ? '' : path)).replace(/:(\w+)/g, '{$1}');

function operationOf(route: Route, shared: SharedResponses): Json {
  const { id, group, operation, auth, head } = route;
  const parameters = parametersOf(route);
  const requestBody = bodyOf(route);
  return {
    operationId: id,
    summary: operation.summary,
    ...(head === true && { description: '`HEAD` is answered as `GET` is, without the body.' }),
    tags: [TAGS[group].name],
    security: auth ? [{ token: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== null && { requestBody }),
    responses: Object.fromEntries(responsesOf(route).map(({ status, response }) => [status, shared.refer(response)])),
  };
}
