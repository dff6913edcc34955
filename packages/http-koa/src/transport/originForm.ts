/**
 * A request's target as path and query. Servers must accept absolute targets too (RFC 9112, 3.2.2). The authority
 * in it is not used, and a malformed one would make later parsers throw.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return /^[/*]/.test(rest) ? rest : `/${rest}`;
}
