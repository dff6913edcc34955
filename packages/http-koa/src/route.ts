import type { IncomingMessage } from 'node:http';
import type { Caller, Operation, Service } from '@algotheque/domain';
import type { Render } from '@algotheque/pages';
import type { GenericSchema } from 'valibot';
import type { Group } from './groups.ts';
import type { HttpOptions } from './options.ts';
import type { Answer, FailureId, MessageId } from './responses.ts';

/**
 * How a route accepts its body: none, as JSON, as JSON in which no number may change unnoticed, as JSON or a form, as a ZIP or exact JSON.
 */
export type BodyKind = 'none' | 'json' | 'exactJson' | 'jsonOrForm' | 'archive';

export interface SessionCookie {
  readonly name: string;
  readonly isSecure: boolean;
  made(token: string): string;
  readonly ended: string;
}

export interface RouteState {
  /** Where a host application has mounted this one; empty for none. What clients get as a path begins with it. */
  mountPath: string;
  /** Who calls the use case; with `user` and `session` on routes that authenticate. */
  caller: Caller;
  query: URLSearchParams;
  cookie: SessionCookie;
  /** The access token, if it came in the cookie. */
  cookieToken?: string;
  /** As parsed: the use case checks it. */
  body?: unknown;
}

export interface RouteRequest {
  readonly req: IncomingMessage;
  readonly params: Readonly<Record<string, string>>;
  readonly path: string;
  readonly search: string;
  readonly state: RouteState;
}

export type InputSource =
  | { readonly in: 'path'; readonly name: string; readonly read: Read }
  | { readonly in: 'query'; readonly names: readonly string[]; readonly read: Read }
  | { readonly in: 'header'; readonly name: 'If-Match' | 'If-None-Match'; readonly read: Read }
  | {
      readonly in: 'body';
      readonly kind: Exclude<BodyKind, 'none'>;
      /** Fields that may be in the query in place of the body. */
      readonly names?: readonly string[];
      readonly read: Read;
    };

type Read = (request: RouteRequest) => unknown;

export type InputSources = InputSource | Readonly<Record<string, InputSource>> | null;

export interface HandlerParts {
  readonly service: Service;
  readonly options: Pick<HttpOptions, 'isReady' | 'prefixes'>;
}

export type ResponseHeader =
  | 'Content-Disposition'
  | 'ETag'
  | 'Link'
  | 'Location'
  | 'Set-Cookie'
  | 'X-Entries-Left-Out'
  | 'X-Records-Left-Out'
  | 'X-Total-Count'
  | 'X-Total-Count-Or-More';

export interface Success {
  readonly status: 200 | 201;
  readonly message: MessageId;
  /** The closed schema of `data`; null where there is none. */
  readonly data: GenericSchema | null;
  /** The member of `data`, not in its schema, that may be any JSON: it is sent as the stored bytes. */
  readonly source?: 'sourceCode';
  /** The answer is a ZIP, without message and data. */
  readonly isZip?: true;
  /** Headers that the answer has, or may have. Default: none. */
  readonly headers?: readonly ResponseHeader[];
}

/** How a route answers as a page. On POST: when the body was a form. */
export interface Page {
  /** On GET, for a client without a preference: which of the two it gets. */
  readonly otherwise: 'page' | 'json';
  readonly render: Render;
}

export interface Route {
  /** Its name in the API description, unlike all others. */
  readonly id: string;
  readonly group: Group;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the group's prefix. */
  readonly path: string;
  /** Whether HEAD is served too: only where GET changes nothing. */
  readonly head?: true;
  readonly page?: Page;
  readonly changesByGet?: true;
  /** Whether the operation stores which program the client is, in words. */
  readonly tellsClient?: true;
  readonly operation: Pick<Operation, 'summary' | 'input'>;
  readonly sources: InputSources;
  readonly auth: boolean;
  readonly body: BodyKind;
  readonly success: Success;
  /** The failures of the operation, without those that every route can answer. */
  readonly failures: readonly FailureId[];
  /** Calls the use case with a request's input, and makes the answer from its result. Failures are thrown. */
  readonly handle: (request: RouteRequest, parts: HandlerParts) => Promise<Answer>;
}

export const refusesPreconditions = ({ group }: Pick<Route, 'group'>): boolean => group !== 'root';

/** Not where the route has a page: mail programs add parameters to links. */
export const refusesParameters = (route: Route): boolean => refusesPreconditions(route) && route.page === undefined;
