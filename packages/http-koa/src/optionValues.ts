import { isIP } from 'node:net';

export const isWebAddress = (url: string | undefined): boolean =>
  url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? '');

/** It is in the head of pages, where `<` could end it, and a browser reads NUL as another character. 64 KiB are many times the own. */
export const isLook = (css: string): boolean => !/[<\0]/.test(css) && css.length <= 65_536;

/** A name that fits in one line of a page and of a mail: 1 to 64 code points, no control characters, no spaces at its ends. */
export const isServiceName = (name: string): boolean =>
  /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u.test(name) && name === name.trim();

/** `/api/users`: a path of plain segments, without a slash at its end. */
export const isPathPrefix = (prefix: string): boolean => /^(\/[\w.~-]+)+$/.test(prefix);

/** Never `null` or `*`, which would admit every page, nor a pattern such as `https://*.a.org`, which no page has. */
export const isOrigin = (origin: string): boolean =>
  /^https?:/.test(origin) ? !/\*|\/\./.test(origin) && URL.parse(origin)?.origin === origin : SHELL_ORIGIN.test(origin);

/** Of a program that shows pages of its own, such as `tauri://localhost` or `app://.`, or of an extension of a browser. */
const SHELL_ORIGIN = /^(?!file:)[a-z][a-z\d+.-]*:\/\/[a-z\d._-]+(?::\d{1,5})?$/;

/** An IP address, or a range of them: `10.0.0.0/8`. */
export function isNetwork(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
