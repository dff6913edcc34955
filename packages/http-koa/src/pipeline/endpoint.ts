import type { ServerResponse } from 'node:http';
import { type Caller, failuresOf, OPERATIONS } from '@algotheque/domain';
import * as v from 'valibot';
import type { AppContext } from '../context.ts';
import { prefixOf } from '../groups.ts';
import { HttpError } from '../httpError.ts';
import { HttpResponses } from '../httpResponses.ts';
import type { HttpOptions } from '../options.ts';
import { type Answer, EmptyRes } from '../responseKinds.ts';
import type { HandlerParts, Route } from '../route.ts';
import { queryCheck } from '../routes/knownQuery.ts';
import { headerValues } from '../transport/headerValues.ts';
import { clientWords } from './clientWords.ts';
import { preflightHeaders } from './cors.ts';
import type { WithBody } from './readBody.ts';
import { requestedLocale } from './requestedLocale.ts';

export interface EndpointParts extends HandlerParts {
  readonly options: HttpOptions;
  readonly withBody: WithBody;
}

/** Answers requests to one path: chooses the row of the method, and runs its checks in order. */
export function endpoint(rows: readonly Route[], parts: EndpointParts) {
  const byMethod = new Map(
    rows.flatMap((route) => {
      const served: Served = { route, requireKnown: queryCheck(route) };
      return methodsOf(route).map((method): [string, Served] => [method, served]);
    }),
  );
  const Allow = [...byMethod.keys()].join(', ');
  return async (context: AppContext, params: Readonly<Record<string, string>>): Promise<Answer> => {
    const served = byMethod.get(context.method);
    if (served !== undefined) return answerOf(served, context, { params, parts });
    if (context.method !== 'OPTIONS') throw new HttpError(HttpResponses.General.Method_not_allowed, { Allow });
    const preflight = preflightHeaders(context.req.headers.origin, parts.options.corsOrigins, Allow);
    return new EmptyRes(204, { Allow, ...preflight });
  };
}

const NO_QUERY = new URLSearchParams();

const methodsOf = ({ method, head }: Route): readonly string[] => (head === true ? [method, 'HEAD'] : [method]);

interface Served {
  readonly route: Route;
  /** @throws DomainError General.Invalid_data */
  readonly requireKnown: ReturnType<typeof queryCheck>;
}

async function answerOf(
  { route, requireKnown }: Served,
  context: AppContext,
  { params, parts }: { readonly params: Readonly<Record<string, string>>; readonly parts: EndpointParts },
): Promise<Answer> {
  context.state.route = route;
  const caller = await identify(context, route, parts);
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = context.req.headers;
  const { search } = context;
  const query = search === '' ? NO_QUERY : new URLSearchParams(search);
  requireKnown(query);
  const base = context.state.mountPath + prefixOf(route.group, parts.options.prefixes);
  return parts.withBody(context, route.body, (body) => {
    if (route.page !== undefined && v.is(WithEmail, body)) context.state.typedEmail = body.email;
    return route.handle({ params, query, body, ifMatch, ifNoneMatch, caller, base }, parts);
  });
}

/** Longer texts are no addresses. */
const WithEmail = v.object({ email: v.pipe(v.string(), v.maxLength(255)) });

/** The failures of every route that needs an access token. */
export const AUTHENTICATION_FAILURES = failuresOf(OPERATIONS.authenticate);

/** @throws DomainError General.Unauthorized if the route needs a token and there is no valid one */
async function identify(context: AppContext, route: Route, { service, options }: EndpointParts): Promise<Caller> {
  const { requestId, address, trace } = context.state;
  const locale = requestedLocale(context, options.locale);
  const client = route.tellsClient === true ? await clientWords(context.req.headers['user-agent']) : undefined;
  const anonymous = {
    requestId,
    ...(route.body !== 'none' && { signal: goneSignal(context.res) }), // work that waits for its turn, such as a hash, has a body
    ...(trace !== undefined && { traceId: trace.traceId }),
    ...(address !== undefined && { address }),
    ...(locale !== undefined && { locale }),
    ...(client !== undefined && { client }),
  };
  if (!route.auth) return anonymous;
  const { token, sent } = bearerToken(headerValues(context.req, 'authorization'));
  context.state.tokenSent = sent;
  const { user, session } = await service.authenticate(token ?? '');
  context.state.userId = user.id;
  return { ...anonymous, user, session };
}

/**
 * Aborted when the connection of a request closes before the answer is sent completely; at once if it is closed
 * already.
 */
function goneSignal(response: ServerResponse): AbortSignal {
  if (response.closed || response.req.socket.destroyed) return AbortSignal.abort();
  const clientGone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) clientGone.abort();
  });
  return clientGone.signal;
}

interface Bearer {
  /** The token, or null when there is none that could be valid. */
  readonly token: string | null;
  /** Whether a bearer token was sent, valid or not. */
  readonly sent: boolean;
}

/** Reads the values of all `Authorization` headers of a request: exactly one, of the scheme `Bearer` in any case (RFC 6750). */
function bearerToken(values: readonly string[]): Bearer {
  const sent = values.some((value) => /^bearer +\S/i.test(value));
  const only = values.length === 1 ? values[0] : undefined;
  return { token: /^bearer +(\S+)$/i.exec(only ?? '')?.[1] ?? null, sent };
}
