import { MissingDataError, OPERATIONS } from '@algotheque/domain';
import type { BodyKind, InputSource, InputSources, RouteRequest } from '../route.ts';
import { ifMatch, ifNoneMatch } from './headers.ts';

const POSITIVE_INTEGER = /^[1-9]\d{0,15}$/;

/** The number, if the text is exactly its digits, else the text, which is the wrong type for every number. */
const numberOf = (text: string): number | string => (POSITIVE_INTEGER.test(text) ? Number(text) : text);

const inPath = (name: string, read: InputSource['read']): InputSource => ({ in: 'path', name, read });
const inBody = (kind: Exclude<BodyKind, 'none'>): InputSource => ({
  in: 'body',
  kind,
  read: ({ state }) => state.body,
});

export const pathId = inPath('id', ({ params }) => numberOf(params['id'] ?? ''));
export const pathVersion = inPath('version', ({ params }) => numberOf(params['version'] ?? ''));
export const pathUserId = inPath('idUtilisateur', ({ params }) => numberOf(params['idUtilisateur'] ?? ''));
export const pathSessionId = inPath('sessionId', ({ params }) => params['sessionId']);
export const pathName = inPath('name', ({ params }) => params['name']);
export const pathToken = inPath('token', ({ params }) => params['token']);

export const jsonBody = inBody('json');
export const exactJsonBody = inBody('exactJson');
export const jsonOrFormBody = inBody('jsonOrForm');
/** Or of the query: proxies remove the body of a DELETE. */
export const jsonBodyOrQuery = (...names: readonly string[]): InputSource => ({
  in: 'body',
  kind: 'json',
  names,
  read: ({ state: { body, query } }) => {
    const sent = names.filter((name) => query.has(name));
    if (sent.length === 0 || Object.keys(Object(body)).length > 0) return body;
    return Object.fromEntries(sent.map((name) => [name, text(query.getAll(name))]));
  },
});
export const archiveBody: InputSource = {
  in: 'body',
  kind: 'archive',
  read({ state: { body } }) {
    if (body === undefined) throw new MissingDataError(['nom', 'sourceCode']);
    return body;
  },
};

const INTEGER = /^(?:0|-?[1-9]\d{0,15})$/;

type ReadParameter = (texts: readonly string[]) => unknown;

const integer: ReadParameter = (texts) => {
  const [text = ''] = texts;
  return texts.length === 1 && INTEGER.test(text) ? Number(text) : texts;
};

const flag: ReadParameter = (texts) =>
  texts.length === 1 && (texts[0] === 'true' || texts[0] === 'false') ? texts[0] === 'true' : texts;

const text: ReadParameter = (texts) => (texts.length === 1 ? texts[0] : texts);

const integerOrText: ReadParameter = (texts) => {
  const read = integer(texts);
  return typeof read === 'number' ? read : text(texts);
};

interface Field {
  readonly type: string;
  /** Of an optional field, and of one that may be null. */
  readonly wrapped?: Field;
  readonly entries?: Readonly<Record<string, Field>>;
}

function readerOf({ type, wrapped }: Field): ReadParameter {
  if (wrapped !== undefined) {
    const read = readerOf(wrapped);
    return type === 'nullable' ? (texts) => (texts.length === 1 && texts[0] === 'null' ? null : read(texts)) : read;
  }
  return { number: integer, boolean: flag, union: integerOrText }[type] ?? text;
}

/**
 * The fields of the input of an operation, or of a part of it, each read by its schema. Absent or empty is not in the input. A value that
 * is not of its type is passed on in a list, which is the wrong type.
 */
export function queryOf(operation: keyof typeof OPERATIONS, part?: string): InputSource {
  const whole: Field | undefined = OPERATIONS[operation].input?.schema;
  const schema = part === undefined ? whole : whole?.entries?.[part];
  const { entries = {} } = schema?.wrapped ?? schema ?? {};
  const readers = Object.entries(entries).map(([name, field]) => [name, readerOf(field)] as const);
  return {
    in: 'query',
    names: Object.keys(entries),
    read: ({ state: { query } }) =>
      Object.fromEntries(
        readers
          .map(([name, read]) => [name, query.getAll(name), read] as const)
          .filter(([, texts]) => texts.length > 1 || (texts[0] ?? '') !== '')
          .map(([name, texts, read]) => [name, read(texts)]),
      ),
  };
}

export const versionsOfIfMatch: InputSource = {
  in: 'header',
  name: 'If-Match',
  read: ({ req }) => ifMatch(req.headers['if-match']),
};

export const versionsOfIfNoneMatch: InputSource = {
  in: 'header',
  name: 'If-None-Match',
  read: ({ req }) => ifNoneMatch(req.headers['if-none-match']),
};

const isSource = (sources: Exclude<InputSources, null>): sources is InputSource => typeof sources['in'] === 'string';

/** The whole input is a part without a name. */
export function partsOf(sources: InputSources): readonly (readonly [part: string | null, source: InputSource])[] {
  if (sources === null) return [];
  return isSource(sources) ? [[null, sources]] : Object.entries(sources);
}

export function inputOf(sources: InputSources, request: RouteRequest): unknown {
  if (sources === null) return undefined;
  if (isSource(sources)) return sources.read(request);
  return Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, source.read(request)]));
}

export function bodyKindOf(sources: InputSources): BodyKind {
  const kinds = partsOf(sources).map(([, source]) => (source.in === 'body' ? source.kind : 'none'));
  return kinds.find((kind) => kind !== 'none') ?? 'none';
}
