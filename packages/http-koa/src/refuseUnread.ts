import { invalidData, Responses, violation } from '@algotheque/domain';
import type { Step } from './context.ts';
import { type Route, refusesParameters, refusesPreconditions } from './route.ts';
import { partsOf } from './routes/sources.ts';

// What a request has and its route does not read is refused: it would be without effect, and nobody would notice. Not on the probes: an
// upgrade must not take a server out of its load balancer.

export const UNREAD_FAILURES = [Responses.General.Invalid_data] as const;

const NO_QUERY = new URLSearchParams();

/** Those that compare dates have no effect: answers have no `Last-Modified` (RFC 9110, 13.1.3 and 13.1.4). */
const PRECONDITIONS = ['If-Match', 'If-None-Match'] as const;

const MOST_NAMED = 10;

/**
 * Sets `state.query`. A route that only reads may ignore `If-None-Match`: the client gets the whole answer.
 * @throws DomainError General.Invalid_data that names the unknown parameters, or else the preconditions
 */
export function refuseUnread(route: Route): Step {
  const sources = partsOf(route.sources).map(([, source]) => source);
  const known = sources.flatMap((source) => ('names' in source ? (source.names ?? []) : []));
  const isRead = (name: string): boolean =>
    sources.some((source) => source.in === 'header' && source.name === name) ||
    (name === 'If-None-Match' && route.head === true);
  const refused = refusesPreconditions(route) ? PRECONDITIONS.filter((name) => !isRead(name)) : [];
  return ({ req: { headers }, search, state }, next) => {
    state.query = search === '' ? NO_QUERY : new URLSearchParams(search);
    if (state.query.size > 0 && refusesParameters(route)) {
      const unknown = [...new Set(state.query.keys())].filter((name) => !known.includes(name)).slice(0, MOST_NAMED);
      if (unknown.length > 0)
        throw invalidData(...unknown.map((name) => violation(pointer(name), 'unknown_parameter')));
    }
    const sent = refused.filter((name) => headers[name.toLowerCase()] !== undefined);
    if (sent.length > 0) throw invalidData(...sent.map(ofPrecondition));
    return next();
  };
}

const pointer = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const ofPrecondition = (name: string) => ({
  ...violation(`/${name}`, 'unknown_parameter'),
  message: 'is a precondition that this address does not have',
});
