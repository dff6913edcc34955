import type { ParamsOption } from 'openapi-fetch';
import type { components, operations } from './generated/schema.ts';

/** The `operationId` of docs/openapi.json: `registerUser`, `createAlgo`, … */
export type Operation = keyof operations;

/** The schemas of the description: `Schemas['Algorithm']`, … */
export type Schemas = components['schemas'];

type Answers<Name extends Operation> = operations[Name]['responses'];
type JsonOf<One> = One extends { content: { 'application/json': infer Body } } ? Body : ZipOf<One>;
/** The bytes of an export, as they come: the caller reads or cancels them. */
type ZipOf<One> = One extends { content: { 'application/zip': unknown } }
  ? { message: 'Responses.User.Success.Exported'; data: ReadableStream<Uint8Array<ArrayBuffer>> }
  : never;
// Conditional, so that they take each operation of a union for itself.
type SuccessOf<Name extends Operation> = Name extends Operation
  ? JsonOf<Answers<Name>[keyof Answers<Name> & (200 | 201)]>
  : never;
type FailureBody<Name extends Operation> = Name extends Operation
  ? JsonOf<Answers<Name>[Exclude<keyof Answers<Name>, 200 | 201>]>
  : never;

/** `data` of a success; undefined for operations that answer without. */
export type DataOf<Name extends Operation> = SuccessOf<Name> extends { data: infer Data } ? Data : undefined;

type Identifier<Body> = Body extends { message: infer Message extends string } ? Message : never;

/** The identifier of a success. */
export type MessageOf<Name extends Operation> = Identifier<SuccessOf<Name>>;

/** What an operation can fail with. */
export type FailureCode<Name extends Operation = Operation> = Identifier<FailureBody<Name>> | CommonCode;

type DataWith<Body, Code> = Body extends { message: infer Message; data: infer Data }
  ? Code extends Message
    ? Data
    : never
  : never;

/** `data` of a failure; undefined where its answers have none. */
export type FailureData<Code extends FailureCode> = [DataWith<FailureBody<Operation>, Code>] extends [never]
  ? undefined
  : DataWith<FailureBody<Operation>, Code>;

type ContentOf<Request> = Request extends { content: { 'application/json': infer Body } }
  ? Body | (Request extends { content: { 'application/zip': unknown } } ? Blob : never)
  : never;
type BodyOf<Name extends Operation> = ContentOf<operations[Name]['requestBody']>;
type BodyOption<Name extends Operation> = undefined extends operations[Name]['requestBody']
  ? { readonly body?: BodyOf<Name> }
  : { readonly body: BodyOf<Name> };

/** What a request carries: `params` (`path`, `query`, `header`), `body`, and a `signal` to end it. */
export type RequestOf<Name extends Operation> = ParamsOption<operations[Name]> &
  BodyOption<Name> & { readonly signal?: AbortSignal };

/** The second argument of `call`; it can be left out where nothing in it is required. */
export type RequestArgument<Name extends Operation> =
  Partial<RequestOf<Name>> extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>];

export interface Answer<Name extends Operation> {
  readonly status: number;
  readonly message: MessageOf<Name>;
  readonly data: DataOf<Name>;
  /** The version of a single algorithm, for `If-Match`; null for other answers. */
  readonly etag: string | null;
  readonly headers: Headers;
}

/** What can go wrong between the client and the service, beside the failures that the service names. */
export type ClientCode =
  /** The request got no answer: no network, no server, a redirect, or an origin that the service does not allow (CORS). */
  | 'Client.Unreachable'
  /** The caller's `signal` ended the request. */
  | 'Client.Aborted'
  /** The caller's `signal` ended the request because its time was over (`AbortSignal.timeout`). */
  | 'Client.Timed_out'
  /** The connection ended within the answer. */
  | 'Client.Cut_off'
  /** The answer is longer than `maxAnswerBytes`. */
  | 'Client.Too_large'
  /** The algorithm still has the version of the request's `If-None-Match`. */
  | 'Client.Not_modified'
  /** The answer is none of the service: no JSON, or JSON of another form, such as the error page of a proxy. */
  | 'Client.Not_understood';

/** Failures that every operation can have and that its description leaves out. */
export type CommonCode = ClientCode | 'Responses.General.Not_found' | 'Responses.General.Method_not_allowed';
