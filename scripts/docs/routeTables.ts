import { partsOf, ROUTES, type Route, statusOf } from '@algotheque/http-koa';
import { answersOf, type JsonSchema, jsonSchemaOf } from '../../packages/http-koa/generate/index.ts';
import { ImportedAlgo } from '../../packages/http-koa/src/exchange/importBody.ts';

/** A table of the routes of a group. */
export const routeLines = (group: string | undefined): readonly string[] =>
  tableOf(ROUTES.filter((route) => route.group === group));

const tableOf = (routes: readonly Route[]): readonly string[] => [
  '| route | does | success | failures beside those above |',
  '|---|---|---|---|',
  ...routes.map(
    (route) =>
      `| ${requestOf(route)} | ${route.operation.summary}: ${code(route.id)} | ${successOf(route)} | ${failuresOf(route)} |`,
  ),
];

const code = (text: string): string => `\`${text}\``;
const short = (id: string): string => code(id.replace(/^Responses\./, ''));

/** Method and path, the fields of the query or body, and the headers that are read. */
function requestOf(route: Route): string {
  const sent = partsOf(route.sources).flatMap(([part, source]) => {
    if (source.in === 'query') return code(`?${source.names.map((name) => `${name}=`).join('&')}`);
    if (source.in === 'header') return code(source.name);
    if (source.in === 'body' && source.kind === 'archive')
      return `a ZIP, or ${code(fieldsOf(jsonSchemaOf(ImportedAlgo)))}`;
    return source.in === 'body' ? code(fieldsOf(inputSchema(route, part))) : [];
  });
  return [code(`${route.method} ${route.path}`), ...sent].join(' ');
}

/** The schema of an input, or of one of its parts. */
function inputSchema({ operation }: Route, part: string | null): JsonSchema {
  if (operation.input === null) return {};
  const schema = jsonSchemaOf(operation.input.schema);
  return part === null ? schema : asSchema(schema.properties?.[part]);
}

const asSchema = (schema: JsonSchema | boolean | undefined): JsonSchema => (typeof schema === 'object' ? schema : {});

/** `{ required, optional? }` without the fields that the service sets itself; lists have brackets, variants are joined by "or". */
function fieldsOf({ anyOf, type, items, properties = {}, required = [] }: JsonSchema): string {
  if (anyOf !== undefined) return anyOf.map((variant) => fieldsOf(asSchema(variant))).join('` or `');
  if (type === 'array') return `[${Array.isArray(items) ? '' : fieldsOf(asSchema(items))}]`;
  const fields = Object.entries(properties).filter(([, schema]) => asSchema(schema).readOnly !== true);
  const names = fields.map(([name]) => (required.includes(name) ? name : `${name}?`));
  return `{ ${[...names.filter((name) => !name.endsWith('?')), ...names.filter((name) => name.endsWith('?'))].join(', ')} }`;
}

function successOf(route: Route): string {
  const { status, message, data, source } = route.success;
  const fields =
    data === null
      ? []
      : [code(fieldsOf(jsonSchemaOf(data)).replace(/ }$/, source === undefined ? ' }' : `, ${source} }`))];
  const unchanged = answersOf(route).some((answer) => answer.status === 304) ? ['304 with `If-None-Match`'] : [];
  return [[`${status} ${short(message)}`, ...fields].join(', '), ...pageOf(route), ...unchanged].join('; ');
}

function pageOf({ page, method }: Route): readonly string[] {
  if (page === undefined) return [];
  if (method === 'POST') return ['a page where the body is a form'];
  return page.otherwise === 'page' ? ['a page unless the client prefers JSON'] : ['a page if the client prefers HTML'];
}

/** The failures of the route, without those of `General`, which the page lists in a table of their own. */
function failuresOf({ failures }: Route): string {
  const own = failures.filter((id) => !id.startsWith('Responses.General.'));
  return own.map((id) => `${statusOf(id)} ${short(id)}`).join(', ');
}
