import { type Caller, failuresOf, OPERATIONS, type Operation, type Service } from '@algotheque/domain';
import * as v from 'valibot';
import { prefixOf } from '../groups.ts';
import { type Answer, CreatedRes, type Headers, OkRes } from '../responses.ts';
import type { HandlerParts, InputSource, InputSources, Route, Success } from '../route.ts';
import { headersOf, type ResultParts } from './headers.ts';
import { bodyKindOf, inputOf } from './sources.ts';

type OperationName = keyof typeof OPERATIONS;

type Sent<Name extends OperationName> = (typeof OPERATIONS)[Name]['input'] extends null
  ? undefined
  : Parameters<Service[Name]>[0];

export interface HandlerContext extends HandlerParts {
  readonly caller: Caller;
  readonly message: Success['message'];
  /** The headers that the row declares, as far as a result and its data have something for them. */
  readonly headersOf: (result: ResultParts, data?: unknown) => Headers;
}

export type Handler<Name extends OperationName> = (input: Sent<Name>, context: HandlerContext) => Promise<Answer>;

type SourcesOf<Input> = Input extends undefined
  ? null
  : Input extends object
    ? InputSource | { readonly [Part in keyof Input]-?: InputSource }
    : InputSource;

type PartOf<Name extends OperationName> = (typeof OPERATIONS)[Name]['output'] extends {
  readonly entries: infer Entries;
}
  ? keyof Entries & string
  : never;

type OwnSuccess = Omit<Success, 'data'>;
type Place = Pick<Route, 'group' | 'method' | 'path' | 'head' | 'page' | 'tellsClient' | 'changesByGet'>;

interface Row<Name extends OperationName> extends Place {
  /** Default: the name of the operation. */
  readonly id?: string;
  readonly from: SourcesOf<Sent<Name>> & InputSources;
  /** The member of what the operation resolves to that is the data of the answer; null: none is sent. Default: all of it. */
  readonly part?: PartOf<Name> | null;
  /** Default: that of the operation. */
  readonly summary?: string;
  /** A field of the data that is not sent. */
  readonly without?: string;
  readonly success: OwnSuccess;
  /** Default: runs the operation, and answers `success`. */
  readonly handle?: Handler<Name>;
}

export const ok = (message: Success['message'], rest: Partial<OwnSuccess> = {}) =>
  ({ ...rest, status: 200, message }) as const;

export const created = (message: Success['message'], rest: Partial<OwnSuccess> = {}) =>
  ({ ...rest, status: 201, message }) as const;

export function route<const Name extends OperationName>(name: Name, row: Row<Name>): Route {
  const { from, part, without, summary, success, handle = running(name, row), ...place } = row;
  const operation: Operation = OPERATIONS[name];
  return {
    id: name,
    ...place,
    operation: summary === undefined ? operation : { ...operation, summary },
    sources: from,
    auth: operation.caller === 'authenticated',
    body: bodyKindOf(from),
    success: { ...success, data: schemaOf(operation, part, without) },
    failures: failuresOf(operation),
    handle(request, parts) {
      const { caller, mountPath } = request.state;
      const base = mountPath + prefixOf(row.group, parts.options.prefixes);
      const input = inputOf(from, request) as Sent<Name>; // of any type: the operation reads it by its declaration
      const { message, headers = [] } = success;
      const ofResult: HandlerContext['headersOf'] = (result, data) =>
        headersOf(headers, result, { request, base, data });
      return handle(input, { ...parts, caller, message, headersOf: ofResult });
    },
  };
}

function schemaOf(
  { output }: Operation,
  part: string | null | undefined,
  without: string | undefined,
): Success['data'] {
  if (part === null || output === null) return null;
  if (part === undefined && without === undefined) return output;
  const { entries } = output as v.ObjectSchema<v.ObjectEntries, undefined>; // only an object has parts and fields
  if (part !== undefined) return entries[part] ?? null;
  return v.object(Object.fromEntries(Object.entries(entries).filter(([name]) => name !== without)));
}

function running<Name extends OperationName>(name: Name, { part, success }: Row<Name>): Handler<Name> {
  const { input: declared }: Operation = OPERATIONS[name];
  const Kind = success.status === 201 ? CreatedRes : OkRes;
  return async (input, { service, caller, message, headersOf }) => {
    // The compiler cannot tell from the name which method it is; each method checks its input.
    const method = service[name] as (...given: readonly unknown[]) => Promise<unknown>;
    const result = await (declared === null ? method(caller) : method(input, caller));
    const data: unknown = part == null ? result : Object(result)[part];
    return new Kind(message, data, headersOf(Object(result), data));
  };
}
