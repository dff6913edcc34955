const POSITIVE_INTEGER = /^[1-9]\d{0,15}$/;

/** The number that a text is exactly the digits of; NaN for all else, which no use case takes. */
export const strictNumber = (text: string | undefined): number =>
  text !== undefined && POSITIVE_INTEGER.test(text) ? Number(text) : Number.NaN;

/** `?limit=&after=` as numbers. What is there but empty, no number, or there twice is NaN, which no use case takes. */
export function pageOf(query: URLSearchParams): { readonly limit?: number; readonly after?: number } {
  return { ...parameter(query, 'limit'), ...parameter(query, 'after') };
}

function parameter(query: URLSearchParams, name: 'limit' | 'after'): { readonly [Name in typeof name]?: number } {
  const values = query.getAll(name);
  if (values.length === 0) return {};
  return { [name]: values.length === 1 ? strictNumber(values[0]) : Number.NaN };
}
