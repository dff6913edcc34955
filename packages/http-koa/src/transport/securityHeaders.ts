import type { Headers } from '../responseKinds.ts';

/** Nothing may be loaded, framed or sent from an answer that is data. */
const DATA_CSP = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer. Nothing is cached unless an answer says otherwise: most have personal data or a token.
 * With https, browsers are told to use only https (ASVS 5.0, 3.4.1).
 */
export function securityHeaders(publicUrl: string | undefined): Headers {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': DATA_CSP,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
