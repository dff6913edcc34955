import * as v from 'valibot';
import type { Rule } from './responses.ts';
import { ruleMessage } from './violation.ts';

/** Counted up to `cap + 1` at most, so that a huge string costs no more than a long one. */
function codePointsUpTo(text: string, cap: number): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > cap) break;
  }
  return count;
}

export const rule = (name: Rule): Rule => name;

export const isText = v.string(rule('type'));

export const isAtMost = (text: string, max: number): boolean => codePointsUpTo(text, max) <= max;

/** In code points, counted only where the number of UTF-16 units leaves it open. */
export function isTextOf(text: string, min: number, max: number): boolean {
  const { length } = text;
  if (length >= 2 * min && length <= max) return true;
  return length <= 2 * max && codePointsUpTo(text, min) >= min && isAtMost(text, max);
}

const bounded = (bound: number, holds: (text: string) => boolean, broken: Rule) =>
  v.check(
    Object.assign((text: string) => holds(text), { bound }),
    rule(broken),
  );

const longEnough = (min: number) => bounded(min, (text) => codePointsUpTo(text, min) >= min, 'min_length');

const shortEnough = (max: number, bound = max) => bounded(bound, (text) => isAtMost(text, max), 'max_length');

// JSON Schema counts code points too, but valibot's own actions count UTF-16 units: so these checks have its keyword as metadata.

export const atLeast = (min: number) =>
  [longEnough(min), v.metadata<string, { readonly minLength: number }>({ minLength: min })] as const;

export const atMost = (max: number) =>
  [shortEnough(max), v.metadata<string, { readonly maxLength: number }>({ maxLength: max })] as const;

/** Ranges for a class of a regular expression. A decoder writes U+FFFD for bytes that are not UTF-8. */
export const UNPRINTABLE = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd`;

const unprintable = new RegExp(`[${UNPRINTABLE}]`);

/** A lone surrogate is not printable either, because it cannot be written as UTF-8. */
export const isPrintable = (text: string): boolean => text.isWellFormed() && !unprintable.test(text);

/** The pattern is read alike with and without the flag `u`, if the ranges are below U+10000 and hold no surrogates. */
export const describedWithout = (ranges: string) =>
  v.metadata<string, { readonly pattern: string }>({ pattern: `^[^${ranges}]*$` });

export const printable = [v.check(isPrintable, rule('control_character')), describedWithout(UNPRINTABLE)] as const;

// The longest path of RFC 5321, section 4.5.3.1.3, without its angle brackets, and the longest local part.
export const MAX_EMAIL = 254;
const MAX_LOCAL_PART = 64;
/** With what is at its ends. */
const MAX_TYPED_EMAIL = 400;

/** What people copy along with an address: blanks, line ends, and what is not shown. */
const ENDS = /^[\s\x85\u2800\p{Cf}\p{DI}]+|[\s\x85\u2800\p{Cf}\p{DI}]+$/gu;
const ASCII = /^[\0-\x7f]*$/;

/** Without what is at its ends, and with a domain as mail servers take it, `xn--…`, if it has such a form. */
function typedAddress(typed: string): string {
  const text = typed.replace(ENDS, '');
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  if (at === 0 || ASCII.test(domain) || /[\s/?#@:%\\[\]]/.test(domain) || !URL.canParse(`http://${domain}`))
    return text;
  const { hostname } = new URL(`http://${domain}`);
  return /[a-z]/.test(hostname) ? text.slice(0, at) + hostname : text; // else it is read as an IPv4 address
}

/** Mail servers that take others are few (RFC 6531). */
const isAsciiBeforeAt = (text: string): boolean =>
  !isAtMost(text, MAX_EMAIL) || ASCII.test(text.slice(0, Math.max(text.lastIndexOf('@'), 0)));

function isEmail(text: string): boolean {
  if (!isAtMost(text, MAX_EMAIL) || !isAsciiBeforeAt(text)) return true; // another rule reports it
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (local.length > MAX_LOCAL_PART || /^\.|\.$/.test(local) || text.includes('..')) return false;
  return domain.includes('.') && v.is(v.pipe(v.string(), v.rfcEmail()), text);
}

export const asAddress = [shortEnough(MAX_TYPED_EMAIL), v.transform(typedAddress)] as const;

/** An address that can get mail. The case of its letters stays as it was typed. */
export const email = v.pipe(
  isText,
  ...asAddress,
  ...printable,
  ...atMost(MAX_EMAIL),
  v.check(
    isAsciiBeforeAt,
    ruleMessage(
      'email',
      'has letters before the @ that mail servers do not take: only those without accents, a to z, are. A domain with accents is taken in its form xn--…',
    ),
  ),
  v.check(isEmail, rule('email')),
  v.metadata({ format: 'email' }),
);

export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 255;

// NFD makes at most four code points from one (UAX #15), so no form of a longer text is short enough. This bounds
// the work: to sort a run of n combining marks takes time proportional to n².
const MAX_DECOMPOSED = 4;

/** A password as it is hashed: in NFC, so that both ways to type é give the same password (RFC 8265). */
export const password = (min: number) =>
  v.pipe(
    isText,
    shortEnough(MAX_PASSWORD * MAX_DECOMPOSED, MAX_PASSWORD),
    v.transform((text) => text.normalize('NFC')),
    ...printable,
    ...atLeast(min),
    ...atMost(MAX_PASSWORD),
  );

export const MAX_URL = 2_048;

/** Nothing before the path is `@`, so there are no credentials. Without flags, so that JSON Schema can have it. */
const WEB_URL = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\s\\/?#@${UNPRINTABLE}]+(?:[/?#][^\s\\${UNPRINTABLE}]*)?$`;
const webUrlForm = new RegExp(WEB_URL);

function isWebUrl(text: string): boolean {
  if (!isAtMost(text, MAX_URL)) return true; // `max_length` reports it
  return webUrlForm.test(text) && URL.canParse(text);
}

/** The address of a picture: http or https, without credentials. It is stored and shown, never fetched. */
export const webUrl = v.pipe(
  isText,
  ...printable,
  ...atMost(MAX_URL),
  v.check(isWebUrl, rule('url')),
  v.metadata({ format: 'uri', pattern: WEB_URL }),
);
