import { createHash, type KeyObject, verify } from 'node:crypto';

/**
 * Checks the first signature of a message by the rules of RFC 6376 for a=rsa-sha256 and c=relaxed/relaxed; nothing of it is
 * the code that signs.
 * @returns the tags of the signature; throws when it does not fit the message
 */
export function verifiedDkim(raw: string, publicKey: KeyObject): Readonly<Record<string, string>> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? '';
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s/g, '')]),
  );
  const { v, a, c, bh, b = '', h = '' } = tags;
  if (v !== '1' || a !== 'rsa-sha256' || c !== 'relaxed/relaxed') throw new Error(`other rules: ${signature}`);
  if (
    createHash('sha256')
      .update(relaxedBody(raw.slice(end + 4)), 'latin1')
      .digest('base64') !== bh
  )
    throw new Error('the body was changed');
  const unsigned = relaxedHeader(signature.replace(/([;\s]b=)[^;]*/, '$1'));
  const text = [...signedLines(headers, h).map((line) => `${relaxedHeader(line)}\r\n`), unsigned].join('');
  if (!verify('sha256', Buffer.from(text, 'latin1'), publicKey, Buffer.from(b, 'base64')))
    throw new Error('the headers were changed, or signed by another key');
  return tags;
}

/** Of headers with one name the last is signed first: section 5.4.2. */
function signedLines(headers: readonly string[], names: string): string[] {
  const left = headers.toReversed();
  return names.split(':').flatMap((name) => {
    const at = left.findIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return at === -1 ? [] : left.splice(at, 1);
  });
}

/** Section 3.4.2. */
function relaxedHeader(line: string): string {
  const colon = line.indexOf(':');
  const value = line
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '');
  return `${line.slice(0, colon).trim().toLowerCase()}:${value}`;
}

/** Section 3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.replace(/[ \t]+/g, ' ').replace(/ (?=\r\n)/g, '');
  const text = lines.replace(/(?:\r\n)*$/, '');
  return text === '' ? '' : `${text}\r\n`;
}
