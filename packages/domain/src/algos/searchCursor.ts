import type { AlgoOrder, AlgoPosition } from './algoSearch.ts';

/** The orders of a list, as clients name them; `-` is the other way round. */
export const SORTS = ['nom', '-nom', 'dateCreation', '-dateCreation', 'dateModification', '-dateModification'] as const;
export type Sort = (typeof SORTS)[number];

export const orderOf = (sort: Sort): AlgoOrder => {
  const descending = sort.startsWith('-');
  return { by: (descending ? sort.slice(1) : sort) as AlgoOrder['by'], descending }; // as `SORTS` is written
};

/** More characters than any cursor has: the key of a name has at most 100 code points. */
export const MAX_CURSOR = 1_000;

/** A position as clients get it: text without meaning to them, for a query of a URL. */
export function cursorOf(order: string, { key, id }: AlgoPosition): string {
  const bytes = new TextEncoder().encode(JSON.stringify([order, key, id]));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The position of a cursor. Null for a text that is no cursor of a list in this order. */
export function positionOf(sort: Sort, cursor: string): AlgoPosition | null {
  if (orderOf(sort).by === 'nom') return namedPositionOf(sort, cursor);
  const [of, key, id, ...rest] = decoded(cursor);
  const isPosition = of === sort && Number.isFinite(key) && Number.isSafeInteger(id) && rest.length === 0;
  return isPosition ? { key: Number(key), id: Number(id) } : null;
}

/** The same of an order by a text. */
export function namedPositionOf(order: string, cursor: string): { readonly key: string; readonly id: number } | null {
  const [of, key, id, ...rest] = decoded(cursor);
  if (of !== order || typeof key !== 'string' || !key.isWellFormed() || rest.length > 0) return null;
  return Number.isSafeInteger(id) ? { key, id: Number(id) } : null;
}

function decoded(cursor: string): readonly unknown[] {
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // a client may send any text
  }
}
