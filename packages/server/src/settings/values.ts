// This entry does not load Koa, which openLocal does not need.
import { isNetwork, isOrigin, isPathPrefix, isServiceName } from '@algotheque/http-koa/options';
import * as v from 'valibot';

/**
 * Schemas that read the text of a setting. The messages complete "NAME must be …". The description of a schema is
 * the range of its values, for the reference.
 */

export const text = v.string();

export const integer = (min: number, max: number) =>
  v.pipe(
    text,
    v.check(
      (value) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max,
      `a whole number from ${min} to ${max}`,
    ),
    v.description(`${min.toLocaleString('en')} to ${max.toLocaleString('en')}`),
    v.transform(Number),
  );

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const milliseconds = (value: string): number => Number(value.slice(0, -1)) * (UNIT_MS[value.slice(-1)] ?? Number.NaN);

const DURATION = /^[1-9]\d{0,6}[smhd]$/;

export const duration = (max?: string, min = '1s') =>
  v.pipe(
    text,
    v.check(
      (value) =>
        DURATION.test(value) &&
        milliseconds(value) >= milliseconds(min) &&
        (max === undefined || milliseconds(value) <= milliseconds(max)),
      `a number with a unit, s, m, h or d, such as 30m${max === undefined ? '' : `, at most ${max}`}${min === '1s' ? '' : `, at least ${min}`}`,
    ),
    v.description(max === undefined ? '' : `${min} to ${max}`),
    v.transform(milliseconds),
  );

const toNull = () => null;
const toZero = () => 0;

/** A duration, or null for `off`. */
export const offOrDuration = v.union(
  [v.pipe(v.literal('off'), v.transform(toNull)), duration()],
  'off, or a number of at most 7 digits with a unit, s, m, h or d, such as 30d',
);

/** A duration that may be `0s`. */
export const wait = (max: string) =>
  v.pipe(
    v.union(
      [v.pipe(v.literal('0s'), v.transform(toZero)), duration(max)],
      `0s, or a number with a unit, s, m, h or d, at most ${max}`,
    ),
    v.description(`0s to ${max}`),
  );

export const onOff = v.pipe(
  text,
  v.picklist(['on', 'off'], 'on or off'),
  v.transform((value) => value === 'on'),
);

export const oneOf = <const Options extends readonly [string, ...string[]]>(options: Options) =>
  v.pipe(text, v.picklist(options, `one of ${options.join(', ')}`));

export const rate = v.pipe(
  text,
  v.regex(/^[1-9]\d{0,6}\/[1-9]\d{0,6}[smhd]$/, 'a number of times in a duration, such as 10/1m'),
  v.transform((value) => {
    const [limit = '', window = ''] = value.split('/');
    return { limit: Number(limit), windowMs: milliseconds(window) };
  }),
);

export const prefix = v.pipe(text, v.check(isPathPrefix, 'a path such as /api/users, without a slash at its end'));

const listOf = (isItem: (item: string) => boolean, what: string) =>
  v.pipe(
    text,
    v.transform((value) => value.split(/[\s,]+/).filter((item) => item !== '')),
    v.check((items) => items.every(isItem), what),
  );

export const origins = listOf(
  isOrigin,
  'a list of origins such as https://app.example.org, each whole and without *, separated by commas or blanks',
);
export const networks = listOf(
  isNetwork,
  'a list of addresses or networks such as 10.0.0.0/8, separated by commas or blanks',
);

function isPublicUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.username === '' && url.password === '' && !/[?#\s]/.test(value);
}

export const publicUrl = v.pipe(
  text,
  v.check(isPublicUrl, 'an http or https address without user, query, fragment and blanks'),
  v.transform((value) => value.replace(/\/+$/, '')),
);

/** What only a shell replaces: `~` at the beginning, or a variable. */
const SHELL_WORD = /^~|\$(?:\w|\{)/;

/** Of an address; a drive of Windows has one letter. */
const SCHEME = /^[a-z][a-z\d+.-]+:/i;

export const path = v.pipe(
  text,
  v.check((value) => !SHELL_WORD.test(value), 'a path without ~ or $NAME, which only a shell replaces'),
  v.check((value) => !SCHEME.test(value), 'a path without a scheme such as file:'),
);

const PATH_URL = /^(?:sqlite|file):(?<path>.*)$/s;

/** A database in memory, or what other programs read behind a path, would be a file with an odd name. */
const isPlainPath = (value: string): boolean => {
  const found = PATH_URL.exec(value)?.groups?.['path']?.replace(/^\/\/(?=[/.~$])/, '');
  if (found === undefined) return true;
  return ![SHELL_WORD, SCHEME, /^\/\/|^\s|\?|(?:^|\/):/].some((odd) => odd.test(found));
};

/** An address with one of these schemes; its adapter checks the rest. */
export const urlWithScheme = (...schemes: readonly string[]) =>
  v.pipe(
    text,
    v.check(
      isPlainPath,
      'SCHEME:PATH with the path of a file or folder: no ~ or $NAME, which only a shell replaces, no host, no :memory:, no second scheme, no ? and no blank in front',
    ),
    v.check(
      (value) => schemes.some((scheme) => value.startsWith(scheme)),
      `an address that starts with ${schemes.join(' or ')}`,
    ),
  );

const ADDRESS = /^[^\s<>@",;:]+@[^\s<>@",;:]+$/;

export const sender = v.pipe(
  text,
  v.regex(/^(?:(?:"[^"]+"|[^"<>]+) ?<)?[^\s<>@",;:]+@[^\s<>@",;:]+>?$/, 'an e-mail address, or Name <address>'),
  v.check((value) => value.includes('<') === value.endsWith('>'), 'an e-mail address, or Name <address>'),
);

/** Whom people can ask, as they read it in mails. */
export const contact = v.pipe(
  text,
  v.check(
    (value) => ADDRESS.test(value) || (/^https?:\/\/\S+$/.test(value) && URL.canParse(value)),
    'an e-mail address, or an http or https address',
  ),
);

/** One line of text for people, such as the name of the service. */
export const label = v.pipe(text, v.check(isServiceName, '1 to 64 characters of one line, without spaces at its ends'));

const MOST_DOMAIN_CHARS = 253; // RFC 1035, section 2.3.4, without the bytes of lengths at both ends

/** Labels of letters, digits and hyphens: RFC 5321, section 4.1.2. */
export const domainName = v.pipe(
  text,
  v.maxLength(MOST_DOMAIN_CHARS, 'a name such as example.org'),
  v.regex(
    /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:[.][a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i,
    'a name such as example.org, of letters, digits, hyphens and dots',
  ),
);

export const secret = v.pipe(
  text,
  v.check((value) => Buffer.byteLength(value) >= 32, 'at least 32 bytes; `openssl rand -base64 32` makes one'),
);

const PLACE = /^(?:(?:(?<host>[^\s:[\]/@]+)|\[(?<ipv6>[\da-f:.]+(?:%[\w.-]+)?)\]):)?(?<port>\d{1,5})$/i;

/** `PORT`, without a host of its own, or `HOST:PORT`. */
export const listenPlace = v.pipe(
  v.string(),
  v.transform((value) => PLACE.exec(value)?.groups),
  v.check(
    (place) => Number(place?.['port'] ?? Number.NaN) <= 65_535,
    'PORT or HOST:PORT with a port from 0 to 65,535, an IPv6 address in brackets',
  ),
  v.transform((place) => ({ host: place?.['ipv6'] ?? place?.['host'] ?? null, port: Number(place?.['port']) })),
);
