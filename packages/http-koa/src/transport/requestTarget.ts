/**
 * A request's target as path and query. Servers must take absolute ones, too (RFC 9112, 3.2.2); which authority they name
 * decides nothing here, and a malformed one would make the parsers behind this throw.
 */
export function originForm(target: string): string {
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return /^[/*]/.test(rest) ? rest : `/${rest}`;
}
