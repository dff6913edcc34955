import { invalidData, violation } from '@algotheque/domain';
import type { Route } from '../route.ts';
import { partsOf } from './sources.ts';

/**
 * Whether the route refuses unknown parameters of the query. Not where it has a page: mail programs and the services that count
 * clicks add parameters to links. Nor on the probes: an upgrade must not take a server out of its load balancer.
 */
export const refusesUnknown = ({ group, page }: Route): boolean => group !== 'root' && page === undefined;

/** The most parameters that one answer names: a request may have thousands. */
const MOST_NAMED = 10;

/**
 * The check of a route's query.
 * @returns a function that throws DomainError General.Invalid_data, which names the unknown parameters
 */
export function queryCheck(route: Route): (query: URLSearchParams) => void {
  if (!refusesUnknown(route)) return () => {};
  const known = partsOf(route.sources).flatMap(([, source]) => (source.in === 'query' ? source.names : []));
  return (query) => {
    if (query.size === 0) return;
    const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name)).slice(0, MOST_NAMED);
    if (unknown.length > 0) throw invalidData(...unknown.map((name) => violation(pointer(name), 'unknown_parameter')));
  };
}

const pointer = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
