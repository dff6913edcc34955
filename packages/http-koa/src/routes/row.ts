import { type Caller, failuresOf, OPERATIONS, type Operation, type Service } from '@algotheque/domain';
import { type Answer, CreatedRes, OkRes } from '../responseKinds.ts';
import type { HandlerParts, Route, Source, Sources, Success } from '../route.ts';
import { bodyKindOf, inputOf } from './sources.ts';

type OperationName = keyof typeof OPERATIONS;

/** The input of a method of the service, without its caller. */
type Sent<Name extends OperationName> = (typeof OPERATIONS)[Name]['input'] extends null
  ? undefined
  : Parameters<Service[Name]>[0];

/** What a handler gets besides the input. */
export interface Work extends HandlerParts {
  readonly caller: Caller;
  /** The prefix of the route's group, after the path of the mount. */
  readonly base: string;
  /** The message of the answer when the work is done. */
  readonly message: Success['message'];
}

/** Calls the use case with an input, and makes the answer from its result. */
export type Handler<Name extends OperationName> = (input: Sent<Name>, work: Work) => Promise<Answer>;

type SourcesOf<Input> = Input extends undefined
  ? null
  : Input extends object
    ? Source | { readonly [Part in keyof Input]-?: Source }
    : Source;

type Place = Pick<Route, 'group' | 'method' | 'path' | 'head' | 'page' | 'tellsClient'>;

interface Row<Name extends OperationName> extends Place {
  /** Default: the name of the operation. */
  readonly id?: string;
  readonly from: SourcesOf<Sent<Name>> & Sources;
  /** Without `data` it is what the operation resolves to. */
  readonly success: Omit<Success, 'data'> & Partial<Pick<Success, 'data'>>;
  /** Default: runs the operation, and answers `success` with what it resolves to as data. */
  readonly handle?: Handler<Name>;
}

export const ok = (message: Success['message'], rest: Partial<Success> = {}) =>
  ({ ...rest, status: 200, message }) as const;

export const created = (message: Success['message'], rest: Partial<Success> = {}) =>
  ({ ...rest, status: 201, message }) as const;

/** The route of an operation. The rest is derived from the operation's declaration. */
export function route<const Name extends OperationName>(name: Name, row: Row<Name>): Route {
  const { from, success, handle = running(name, success.status), ...place } = row;
  const operation: Operation = OPERATIONS[name];
  return {
    id: name,
    ...place,
    operation,
    sources: from,
    auth: operation.caller === 'authenticated',
    body: bodyKindOf(from),
    success: { data: operation.output, ...success },
    failures: failuresOf(operation),
    handle(request, parts) {
      const { caller, base } = request;
      const input = inputOf(from, request) as Sent<Name>; // of any type: the operation reads it by its declaration
      return handle(input, { ...parts, caller, base, message: success.message });
    },
  };
}

/** Runs an operation, and answers with what it resolves to. */
function running<Name extends OperationName>(name: Name, status: Success['status']): Handler<Name> {
  const { input: declared }: Operation = OPERATIONS[name];
  const Kind = status === 201 ? CreatedRes : OkRes;
  return async (input, { service, caller, message }) => {
    // The compiler cannot tell from the name which method it is; each method checks its input.
    const method = service[name] as (...given: readonly unknown[]) => Promise<unknown>;
    return new Kind(message, await (declared === null ? method(caller) : method(input, caller)));
  };
}
