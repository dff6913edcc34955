/**
 * The `after` of the next page, a text without meaning; null for the last page. Its address itself is not followed: the token goes to the
 * service only.
 */
export function nextAfter(headers: Headers): string | null {
  const target = /<([^>]*)>\s*;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  if (target === undefined) return null;
  return new URLSearchParams(target.split('?')[1]).get('after') ?? '';
}
