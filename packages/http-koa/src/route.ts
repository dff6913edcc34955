import type { Caller, Locale, Service } from '@algotheque/domain';
import type { GenericSchema } from 'valibot';
import type { Group, HttpOptions } from './options.ts';
import type { Answer, Res } from './responseKinds.ts';

/** How a route takes its body: not at all, as JSON, as JSON in which no number may change unseen, as JSON or a form. */
export type BodyKind = 'none' | 'json' | 'exactJson' | 'jsonOrForm';

/** What of a request a handler sees. */
export interface HttpRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** As parsed, and of any type: `never` lets each handler give it to its use case, which reads it by its declaration. */
  readonly body: never;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** With `user` and `session` on routes that authenticate. */
  readonly caller: Caller;
  /** The prefix of the route's group. */
  readonly base: string;
}

/** What handlers work with. */
export interface HandlerParts {
  readonly service: Service;
  readonly options: Pick<HttpOptions, 'isReady'>;
}

/** Takes a request to its use case, and what that resolves to into an answer. Failures are thrown. */
export type Handler = (request: HttpRequest, parts: HandlerParts) => Promise<Answer>;

/** How a route answers as a page. On POST: when the body was a form. */
export interface Page {
  /** On GET, for a client that prefers neither: which of the two it gets. */
  readonly otherwise: 'page' | 'json';
  readonly render: (answer: Res, view: { readonly locale: Locale; readonly base: string }) => string;
}

export interface Route {
  readonly group: Group;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the group's prefix. */
  readonly path: string;
  /** Whether it needs an access token. */
  readonly auth: boolean;
  /** Whether HEAD is served too: only where GET changes nothing. */
  readonly head?: true;
  readonly body: BodyKind;
  readonly handle: Handler;
  /** The closed schema of `data`; without one there is none. */
  readonly output?: GenericSchema;
  readonly page?: Page;
  readonly summary: string;
}
