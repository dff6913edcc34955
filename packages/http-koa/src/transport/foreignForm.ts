import type { IncomingHttpHeaders } from 'node:http';
import type { HttpOptions } from '../options.ts';

/**
 * Whether a page of another site has sent a form: by what the browser says of the sender (`Sec-Fetch-Site`, `Origin`). Programs other than
 * browsers send neither, and no other site can make them send a form. A page without an origin of its own (`null`) is of another site.
 */
export function foreignForms({ corsOrigins, publicUrl }: Pick<HttpOptions, 'corsOrigins' | 'publicUrl'>) {
  const known = new Set([...corsOrigins, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])]);
  return ({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean => {
    if (site === 'same-origin') return false;
    if (origin !== undefined) return !known.has(origin) && !isAt(origin, host);
    return site === 'cross-site' || site === 'same-site';
  };
}

/** Whether the origin has this host. Behind a proxy the scheme of a request is not known. */
function isAt(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
