import type { RouterMiddleware } from '@koa/router';
import type { ParameterizedContext } from 'koa';
import type { TraceParent } from './exchange/head.ts';
import type { MediaType } from './exchange/mediaTypes.ts';
import type { Group } from './groups.ts';
import type { Answer } from './responses.ts';
import type { Route, RouteState } from './route.ts';

export interface State extends RouteState {
  requestId: string;
  /** The span in which the client made the request, if `traceparent` names it. */
  trace?: TraceParent;
  /** Decides the form of the body. */
  group: Group;
  address?: string;
  /** The pattern of the path, for the log: a path may have a token. */
  pattern?: string;
  route?: Route;
  /** What a form had in its field `email`, so that its page shows it again. */
  typedEmail?: string;
  userId?: number;
  bodyType?: MediaType;
  answer?: Answer;
}

export type AppContext = ParameterizedContext<State>;

/** It calls the next step, or sets `state.answer`, or throws a failure. */
export type Step = RouterMiddleware<State>;
