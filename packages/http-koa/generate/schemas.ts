import { AlgoRowOutput, OPERATIONS, Responses } from '@algotheque/domain';
import type { GenericSchema } from 'valibot';
import { failureData } from '../src/exchange/failures.ts';
import type { Route } from '../src/route.ts';
import { ROUTES } from '../src/routes/table.ts';
import { type Words, wordsOf } from './fieldWords.ts';
import { isJson, type Json, refTo, schemaWithRefs } from './jsonSchema.ts';

const { General, Algo, Folder } = Responses;

const [ownUser, publicUser] = OPERATIONS.getUser.output.options;

const failure = (code: Parameters<typeof failureData>[0]): GenericSchema => {
  const schema = failureData(code);
  if (schema === null) throw new Error(`${code} has no data`);
  return schema;
};

/** The schemas that have a name in the document. */
const NAMED: Readonly<Record<string, GenericSchema>> = {
  OwnUser: ownUser,
  PublicUser: publicUser,
  LoggedIn: OPERATIONS.login.output,
  OwnSession: OPERATIONS.getOwnUser.output,
  Algorithm: OPERATIONS.getAlgo.output.entries.algo,
  ListedAlgorithm: AlgoRowOutput,
  FormerVersion: OPERATIONS.getVersion.output.entries.version,
  DeletedAlgorithms: OPERATIONS.listBin.output.entries.algos,
  Violations: failure(General.Invalid_data),
  InvalidSource: failure(Algo.Invalid),
  Folder: OPERATIONS.createFolder.output.entries.folder,
  FolderTree: OPERATIONS.listFolders.output.entries.tree,
  QuotaFigures: failure(Algo.Quota_exceeded),
  Figures: failure(Folder.Quota_exceeded),
  UnavailableStores: failure(General.Unavailable),
  FailedRequest: failure(General.Internal_error),
};

const nameOf = (schema: GenericSchema): string | undefined =>
  Object.entries(NAMED).find(([, named]) => named === schema)?.[0];

/**
 * An object or an array, as one type: of two branches, and of a list of types, generators of clients make classes that do not compile, or
 * that hold objects only. To them this is any value.
 */
const SOURCE_CODE: Json = { not: { type: ['string', 'number', 'boolean', 'null'] } };

/** A schema in the document: by its name, if it has one. */
export function schemaOf(schema: GenericSchema, words = wordsOf()): Json {
  const name = nameOf(schema);
  return name === undefined ? described(schemaWithRefs(schema, NAMED), words) : { $ref: refTo(name) };
}

/** The `data` of a route's success. */
export function dataOf(route: Route): Json | null {
  const { data, source } = route.success;
  if (data === null) return null;
  return source === undefined ? schemaOf(data, wordsOf(route)) : { $ref: refTo(withSourceName(data)) };
}

const withSourceName = (data: GenericSchema): string => `${nameOf(data) ?? 'Record'}WithSource`;

/** Every schema with a name. */
export function components(): Json {
  const plain = Object.entries(NAMED).map(([name, schema]) => {
    const others = Object.fromEntries(Object.entries(NAMED).filter(([other]) => other !== name));
    return [name, described(schemaWithRefs(schema, others))] as const;
  });
  const withSource = ROUTES.flatMap(({ success: { data, source } }) =>
    data === null || source === undefined
      ? []
      : [[withSourceName(data), withMember({ ...schemaWithRefs(data, {}) }, source)] as const],
  );
  return Object.fromEntries([...plain, ...withSource]);
}

function withMember(record: Json, name: string): Json {
  const { properties, required } = record;
  const members = { ...(isJson(properties) ? properties : {}), [name]: SOURCE_CODE };
  return described({ ...record, properties: members, required: [...(Array.isArray(required) ? required : []), name] });
}

/** The schema with the description of each field. A field that may be any JSON is source code. */
export function described(schema: unknown, words = wordsOf(), within = ''): Json {
  const entries = Object.entries(Object(schema));
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, part(keyword, value, { words, within })]));
}

interface Said {
  readonly words: Words;
  /** The name of the field that has this one; empty for none. */
  readonly within: string;
}

function part(keyword: string, value: unknown, { words, within }: Said): unknown {
  if (keyword === 'properties' && isJson(value)) {
    const fields = Object.entries(value).map(([name, schema]) => [name, field(name, schema, { words, within })]);
    return Object.fromEntries(fields);
  }
  if (['anyOf', 'oneOf', 'allOf'].includes(keyword) && Array.isArray(value))
    return value.map((one) => described(one, words, within));
  return keyword === 'items' ? described(value, words, within) : value;
}

function field(name: string, schema: unknown, { words, within }: Said): Json {
  const description = words[`${within}.${name}`] ?? words[name];
  const known = name === 'sourceCode' ? SOURCE_CODE : described(schema, words, name);
  return description === undefined ? known : { ...known, description };
}
