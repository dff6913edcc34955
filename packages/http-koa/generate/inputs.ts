import type { Operation } from '@algotheque/domain';
import { ImportedAlgo } from '../src/exchange/importBody.ts';
import { ZIP_TYPES } from '../src/exchange/mediaTypes.ts';
import type { InputSource, Route } from '../src/route.ts';
import { IF_MATCH } from '../src/routes/headers.ts';
import { partsOf } from '../src/routes/sources.ts';
import { wordsOf } from './fieldWords.ts';
import { isJson, type Json, jsonSchemaOf } from './jsonSchema.ts';
import { requestExamples } from './recorded.ts';
import { described } from './schemas.ts';

/** The schema of an input, or of the part of it that has this name. */
function inputSchema({ input }: Pick<Operation, 'input'>, part: string | null): Json {
  if (input === null) return {};
  const schema: Json = { ...jsonSchemaOf(input.schema) };
  return part === null ? schema : member(schema, part);
}

function member({ properties }: Json, name: string): Json {
  const schema = isJson(properties) ? properties[name] : undefined;
  return isJson(schema) ? schema : {};
}

/** A tag that is no version matches nothing. `If-None-Match` may be any text. */
const HEADERS: Readonly<Record<string, Json>> = {
  'If-Match': {
    description:
      'An `ETag`, several with commas between them, or `*`. If the version is none of them, the answer is 412. Without this header the last write replaces the others.',
    schema: { type: 'string', pattern: IF_MATCH.source },
  },
  'If-None-Match': {
    description:
      'An `ETag`, several with commas between them, or `*`. If the version is one of them, the answer is 304.',
    schema: { type: 'string' },
  },
};

const PARAMETER_WORDS: Readonly<Record<string, string>> = {
  id: 'The number of the user, algorithm or folder.',
  version: 'The number of the version, from the list of versions.',
  sessionId: 'The id of the session, from the list of sessions.',
  all: 'Whether the session that asks ends too. Default: false.',
  recursive: 'Whether what is in the folder is deleted too. Default: false.',
  token: 'The token of the link in a mail.',
  limit: 'The most records in the answer. Without it the list is complete.',
  after: 'Only records with a larger id than this one.',
  role: '`owner`: what the requester owns. `shared`: what others share with the requester. `all`, the default: both.',
  dossierId: 'Only what the requester keeps in this folder; `null`: at the top.',
  q: 'Every word of it must begin a word of the name, without regard to case and accents.',
  sort: 'The order. With `-` it is the other way round. Default: `nom`.',
  modifiedSince: 'Only what was changed at this time or later, in milliseconds since the Unix epoch.',
  total: 'Whether `X-Total-Count` says how many are found on all pages together. Default: false.',
  email:
    'In place of the body, for a proxy that removes the body of a `DELETE`; one of both is needed. Its log then has the address.',
  refuse: 'Whether the owner can give nothing more; `false` takes that back. Without it that stays as it was.',
  idUtilisateur: 'The id of the user who has the right.',
  name: 'The name of the mail, from the list of mails.',
  'adminListAccounts start': 'Only accounts whose address or name begins with it, without regard to case and accents.',
  'adminListAccounts after': 'The `next` of the page before, with the same `start`.',
  'adminListAccounts limit':
    'The most accounts in the answer. Default: 100. With `start` an answer may have fewer, or none, although `next` says that more follow.',
  'adminListMails after': 'The `next` of the page before.',
  'adminListEvents account': 'Only events of this user: who acted, or to whom it was done.',
  'adminListEvents kind': 'Only events of this kind.',
  'adminListEvents since': 'Only events at this time or later, in milliseconds since the Unix epoch.',
  'adminListEvents before': 'Only events before this time, in milliseconds since the Unix epoch.',
  'adminListEvents after': 'The `next` of the page before. Default: from the newest event.',
  'adminListEvents limit': 'The most events in the answer. Default: 100.',
  'listBin limit':
    'The most algorithms in the answer. Default: 1,000. It may have fewer although a `Link` says that more follow.',
  'listBin after': 'The position behind which the answer begins, as the `Link` of the page before has it.',
  'searchAlgos limit':
    'The most records in the answer. Default: 100. With `q`, `dossierId` or `modifiedSince` an answer may have fewer, or none, although a `Link` says that more follow.',
  'searchAlgos after':
    'The position behind which the answer begins, as the `Link` of the page before has it. It is valid for the same `sort`, also when records come and go.',
};

/** Path, query and header parameters of a route. */
export function parametersOf(route: Route): readonly Json[] {
  return partsOf(route.sources).flatMap(([part, source]) =>
    parameters(route, source, inputSchema(route.operation, part)),
  );
}

function parameters({ id }: Pick<Route, 'id'>, source: InputSource, schema: Json): readonly Json[] {
  if (source.in === 'body' || source.in === 'query') {
    return (source.names ?? []).map((name) => ({
      ...parameter({ in: 'query', name }, member(schema, name)),
      description: PARAMETER_WORDS[`${id} ${name}`] ?? PARAMETER_WORDS[name],
    }));
  }
  if (source.in === 'path') return [{ ...parameter(source, schema), required: true }];
  return [{ in: 'header', name: source.name, ...(HEADERS[source.name] ?? { schema: { type: 'string' } }) }];
}

const parameter = ({ in: place, name }: { readonly in: string; readonly name: string }, schema: Json): Json => ({
  in: place,
  name,
  description: PARAMETER_WORDS[name],
  schema,
});

const MEDIA_TYPES = {
  json: ['application/json'],
  exactJson: ['application/json'],
  jsonOrForm: ['application/json', 'application/x-www-form-urlencoded'],
  archive: ['application/json'],
} as const;

/** A ZIP as an answer. */
export const [ZIP] = ZIP_TYPES;
/** A ZIP, as a request or an answer. */
export const ZIP_SCHEMA: Json = { type: 'string', format: 'binary' };

/** The body of a route's request; null for none. */
export function bodyOf(route: Route): Json | null {
  const [found] = partsOf(route.sources).filter(([, source]) => source.in === 'body');
  if (found === undefined || found[1].in !== 'body') return null;
  const isArchive = found[1].kind === 'archive';
  const own = isArchive ? jsonSchemaOf(ImportedAlgo) : inputSchema(route.operation, found[0]);
  const schema = sentFields(described({ ...own }, wordsOf(route)));
  const examples = requestExamples(route.id);
  const [json, ...others] = MEDIA_TYPES[found[1].kind];
  return {
    required: found[1].names === undefined && Array.isArray(schema['required']) && schema['required'].length > 0,
    content: {
      [json]: { schema, ...(Object.keys(examples).length > 0 && { examples }) },
      ...Object.fromEntries(others.map((type) => [type, { schema }])),
      ...(isArchive && Object.fromEntries(ZIP_TYPES.map((type) => [type, { schema: ZIP_SCHEMA }]))),
    },
  };
}

/**
 * What a client may send: not the fields that the service sets itself, and ignores in a body. A required field with the empty text counts
 * as missing. That an optional one counts as not sent if it is null or empty is said in words (`description.ts`), because a client that
 * follows the description leaves it out.
 */
function sentFields(schema: Json): Json {
  const { properties, required } = schema;
  if (!isJson(properties)) return schema;
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const fields = Object.entries(properties)
    .filter(([, field]) => !isJson(field) || field['readOnly'] !== true)
    .map(([name, field]) => [name, isRequired(name) && isJson(field) ? notEmpty(field) : field]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

const notEmpty = (field: Json): Json => (field['type'] === 'string' ? { minLength: 1, ...field } : field);
