import { Responses } from '@algotheque/domain';
import { failureData, isFailureId } from '../src/exchange/failures.ts';
import { type Group, saysStatus } from '../src/groups.ts';
import { type FailureId, type MessageId, textOf } from '../src/responses.ts';
import type { ResponseHeader, Route } from '../src/route.ts';
import { answersOf, type DeclaredAnswer } from './answersOf.ts';
import { HEADERS } from './headers.ts';
import { ZIP, ZIP_SCHEMA } from './inputs.ts';
import type { Json } from './jsonSchema.ts';
import { answerExamples, headerExample } from './recorded.ts';
import { dataOf, schemaOf } from './schemas.ts';
import type { NamedResponse } from './sharedResponses.ts';

/** The answers of a route by ascending status. */
export function responsesOf(route: Route): readonly (NamedResponse & { readonly status: number })[] {
  const byStatus = Map.groupBy(answersOf(route), ({ status }) => status);
  const rows = [...byStatus].sort(([a], [b]) => a - b);
  return rows.map(([status, answers]) => ({
    status,
    name: nameOf(route.group, status, answers),
    response: response(route, answers),
  }));
}

/** `Users.401.Unauthorized`: group, status, and what the answers say. */
const nameOf = (group: Group, status: number, answers: readonly DeclaredAnswer[]): string =>
  [
    `${group.charAt(0).toUpperCase()}${group.slice(1)}`,
    status,
    ...answers.map(({ message }) => message?.split('.').at(-1)),
  ]
    .filter((part) => part !== undefined)
    .join('.');

function response(route: Route, answers: readonly DeclaredAnswer[]): Json {
  const [{ status } = { status: 0 }] = answers;
  const ids = answers.flatMap(({ message }) => (message === null ? [] : [message]));
  const headers = Object.fromEntries(
    headersOf(route, status, ids).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  const examples = answerExamples(route.id, status);
  if (ids.length === 0) return { description: 'The version has not changed.', headers };
  if (route.success.isZip === true && status === route.success.status) {
    return { description: textOf(route.success.message, 'en'), headers, content: { [ZIP]: { schema: ZIP_SCHEMA } } };
  }
  return {
    description: ids.map((id) => `\`${id}\`: ${textOf(id, 'en')}`).join('\n\n'),
    headers,
    content: {
      'application/json': {
        schema: bodySchema(route, status, ids),
        ...(Object.keys(examples).length > 0 && { examples }),
      },
      ...(route.page !== undefined && { 'text/html': { schema: { type: 'string' } } }),
    },
  };
}

type Name = keyof typeof HEADERS;

const OF_STATUS: Readonly<Record<number, readonly Name[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

function headersOf({ success }: Route, status: number, ids: readonly MessageId[]): readonly Name[] {
  const own: readonly ResponseHeader[] = status === success.status ? (success.headers ?? []) : [];
  const ofId: readonly Name[] = ids.includes(Responses.General.Missing_data) ? ['X-Missing-Fields'] : [];
  return [
    'X-Request-Id',
    ...own,
    ...ofId,
    ...(status === 304 ? (['ETag'] as const) : []),
    ...(OF_STATUS[status] ?? []),
  ];
}

/** One shape for the identifiers that have the same data. If there are several shapes, the identifier says which one it is. */
function bodySchema(route: Route, status: number, ids: readonly MessageId[]): Json {
  const byData = Map.groupBy(ids, (id) => JSON.stringify(dataSchema(route, id)));
  const shapes = [...byData.values()].map((same) =>
    shape(route.group, { status, ids: same, data: dataSchema(route, same[0]) }),
  );
  const [only] = shapes;
  return shapes.length === 1 && only !== undefined ? only : { oneOf: shapes };
}

interface Data {
  readonly schema: Json;
  readonly required: boolean;
}

function dataSchema(route: Route, id: MessageId | undefined): Data | null {
  if (id === undefined) return null;
  if (!isFailureId(id)) {
    const schema = dataOf(route);
    return schema && { schema, required: true };
  }
  const found = failureData(id);
  return found && { schema: schemaOf(found), required: !OPTIONAL_DATA.includes(id) };
}

/** These have data only in some cases. */
const OPTIONAL_DATA: readonly FailureId[] = ['Responses.General.Unavailable', 'Responses.Algo.Quota_exceeded'];

interface Shape {
  readonly status: number;
  readonly ids: readonly MessageId[];
  readonly data: Data | null;
}

function shape(group: Group, { status, ids, data }: Shape): Json {
  const says = saysStatus(group);
  return {
    type: 'object',
    properties: {
      ...(says && { status: { const: status } }),
      message: { type: 'string', enum: ids },
      ...(data !== null && { data: data.schema }),
    },
    required: [...(says ? ['status'] : []), 'message', ...(data?.required === true ? ['data'] : [])],
  };
}

/** Every header that an answer refers to. */
export function headerComponents(): Json {
  const headers = Object.entries(HEADERS).map(([name, header]) => {
    const text = headerExample(name);
    const example = header.schema['type'] === 'integer' ? Number(text) : text;
    return [name, text === undefined ? header : { ...header, example }];
  });
  return Object.fromEntries(headers);
}
