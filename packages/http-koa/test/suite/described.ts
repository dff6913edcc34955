import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { documentText } from '../../generate/index.ts';
import type { Route } from '../../src/index.ts';

/**
 * Headers that the description states once for all answers: those of the connection and the body, of caches, of CORS, and what keeps
 * browsers safe.
 */
const HEADERS_OF_EVERY_ANSWER = new RegExp(
  `^(?:${[
    'date|connection|keep-alive|transfer-encoding|content-length|content-type',
    'cache-control|vary|access-control-[a-z-]+',
    'content-security-policy|referrer-policy|x-content-type-options|strict-transport-security',
  ].join('|')})$`,
);

/** The answer has a status, an identifier, a header or data that the route does not declare. */
export class UndeclaredAnswer extends Error {
  override readonly name = 'UndeclaredAnswer';
}

/** An answer of a route, as the description knows it. */
export interface Received {
  readonly method: string;
  readonly status: number;
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** `page` for HTML, `zip` for a ZIP, `none` for no body, else the value of the JSON. */
  readonly body: unknown;
}

interface DescribedResponse {
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Reference {
  readonly $ref: string;
}

interface DescribedHeader {
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Description {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, DescribedResponse | Reference>> }>>
    >
  >;
  readonly components: {
    readonly responses: Readonly<Record<string, DescribedResponse>>;
    readonly headers: Readonly<Record<string, DescribedHeader>>;
  };
}

// Every object is closed: an answer has no member that is not described. Clients get the description open, so that an answer may get
// more members later.
const description: Description = JSON.parse(documentText(), (_key, value) =>
  value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
);
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(description, 'openapi');

const headerAjv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });
/** The check of each header, whose value is the member `value`. */
const headerChecks = new Map(
  Object.entries(description.components.headers).map(([name, { schema }]) => [
    name,
    headerAjv.compile({ type: 'object', properties: { value: schema } }),
  ]),
);

/** @throws UndeclaredAnswer */
type Refuse = (what: string) => never;

/**
 * Compares an answer with the description of its route.
 * @throws UndeclaredAnswer that names what is not described
 */
export function requireDescribed({ id }: Route, { method, status, headers, body }: Received): void {
  const [path, verb] = placeOf(id);
  const written = description.paths[path]?.[verb]?.responses[status];
  const shared = written !== undefined && '$ref' in written ? (written.$ref.split('/').at(-1) ?? '') : null;
  const described =
    shared === null ? (written as DescribedResponse | undefined) : description.components.responses[shared]; // not a reference
  const refuse: Refuse = (what) => {
    throw new UndeclaredAnswer(`The description of ${id} has no ${what} in the answer ${status}`);
  };
  if (described === undefined) refuse('such answer');
  requireHeaders(described, headers, refuse);
  if (method === 'HEAD' || body === 'none') {
    if (method !== 'HEAD' && described.content !== undefined) refuse('empty body');
    return;
  }
  if (body === 'page' && status >= 400) return; // the description says of all failures in words that they can be pages
  const type = TYPES[String(body)] ?? 'application/json';
  if (described.content?.[type] === undefined) refuse(type);
  const place = shared === null ? ['paths', path, verb, 'responses', `${status}`] : ['components', 'responses', shared];
  const pointer = [...place, 'content', type, 'schema'].map(escaped).join('/');
  const validate: ValidateFunction | undefined = ajv.getSchema(`openapi#/${pointer}`);
  if (!(String(body) in TYPES) && validate?.(body) !== true) refuse(`such body: ${ajv.errorsText(validate?.errors)}`);
}

/** Of bodies that are not JSON. */
const TYPES: Readonly<Record<string, string>> = { page: 'text/html', zip: 'application/zip' };

/** Path and method of each route. */
const places = new Map(
  Object.entries(description.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]): [string, readonly [string, string]] => [
      String(Reflect.get(operation, 'operationId')),
      [path, verb],
    ]),
  ),
);

const placeOf = (id: string): readonly [string, string] => places.get(id) ?? ['', ''];

function requireHeaders({ headers }: DescribedResponse, given: Received['headers'], refuse: Refuse): void {
  const described = Object.keys(headers);
  const names = new Set(described.map((name) => name.toLowerCase()));
  for (const name of Object.keys(given)) {
    if (!names.has(name) && !HEADERS_OF_EVERY_ANSWER.test(name)) refuse(`header ${name}`);
  }
  for (const name of described) {
    const value = given[name.toLowerCase()];
    if (value === undefined && description.components.headers[name]?.required === true)
      refuse(`answer without ${name}`);
    if (value !== undefined && headerChecks.get(name)?.({ value }) !== true) refuse(`such ${name}: ${value}`);
  }
}

const escaped = (token: string): string => encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'));
