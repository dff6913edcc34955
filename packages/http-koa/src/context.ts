import type { Caller } from '@algotheque/domain';
import type { ParameterizedContext } from 'koa';
import type { Group } from './groups.ts';
import type { Answer } from './responseKinds.ts';
import type { Route } from './route.ts';
import type { MediaType, TraceParent } from './transport/requestHead.ts';

/** What is known of a request; filled while it is handled. */
export interface State {
  requestId: string;
  /** Where the request came from, if it said so. */
  trace?: TraceParent;
  /** Decides the form of the body. */
  group: Group;
  /** Where a host application has mounted this one; empty for none. What clients get as a path begins with it. */
  mountPath: string;
  address?: string;
  /** The pattern of the path, for the log: a path may have a token. */
  pattern?: string;
  route?: Route;
  /** What a form had in its field `email`, so that its page shows it again. */
  typedEmail?: string;
  userId?: number;
  /** Who calls the use case; set for a row of the table of routes. */
  caller: Caller;
  bodyType?: MediaType;
  /** The body as parsed: the use case checks it. */
  body?: unknown;
  answer?: Answer;
}

export type AppContext = ParameterizedContext<State>;
