import type { IncomingHttpHeaders } from 'node:http';
import { invalidData, Responses, violation } from '@algotheque/domain';
import type { Route } from '../route.ts';
import { partsOf } from './sources.ts';

/** The preconditions that compare versions. Those that compare dates have no effect: answers have no `Last-Modified` (RFC 9110, 13.1.3 and 13.1.4). */
const PRECONDITIONS = ['If-Match', 'If-None-Match'] as const;

/** The failures of every route that refuses preconditions. */
export const PRECONDITION_FAILURES = [Responses.General.Invalid_data] as const;

/** Whether the route refuses preconditions that it does not know: all but the probes. */
export const refusesPreconditions = ({ group }: Pick<Route, 'group'>): boolean => group !== 'root';

/**
 * The check of the preconditions that a route does not read: nobody may take a request for conditional that is not. A route that only reads may ignore
 * `If-None-Match`: the client gets the whole answer.
 * @returns a function that throws DomainError General.Invalid_data, which names them
 */
export function preconditionCheck(route: Route): (headers: IncomingHttpHeaders) => void {
  if (!refusesPreconditions(route)) return () => {};
  const known: readonly string[] = partsOf(route.sources).flatMap(([, source]) =>
    source.in === 'header' ? [source.name] : [],
  );
  const isIgnored = (name: string): boolean => name === 'If-None-Match' && route.head === true;
  const refused = PRECONDITIONS.filter((name) => !known.includes(name) && !isIgnored(name)).map(
    (name) => [name, name.toLowerCase()] as const,
  );
  return (headers) => {
    const sent = refused.filter(([, name]) => headers[name] !== undefined);
    if (sent.length > 0) throw invalidData(...sent.map(([name]) => unknown(name)));
  };
}

const unknown = (name: string) => ({
  ...violation(`/${name}`, 'unknown_parameter'),
  message: 'is a precondition that this address does not have',
});
