import * as v from 'valibot';
import { invalidData } from '../errors.ts';
import { value } from '../inputs/input.ts';
import { rule } from '../inputs/text.ts';
import { violation } from '../inputs/violation.ts';

/** 128 bits in hexadecimal digits. */
const FORM = /^[0-9a-f]{32}$/;

/** The id of a session, as a list of sessions shows it. */
export const sessionIdInput = value(v.pipe(v.string(), v.regex(FORM, rule('type'))), () =>
  invalidData(violation('/sessionId', 'type')),
);

/**
 * The id of the session that is stored under this digest: the first half of the SHA-256 of `session:` and the digest. It is made when it
 * is shown, and stored nowhere. Neither the digest nor the token follows from it, and nobody can log in with it.
 */
export async function sessionIdOf(digest: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`session:${digest}`));
  return [...new Uint8Array(hash, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
