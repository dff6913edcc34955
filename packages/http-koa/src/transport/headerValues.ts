import type { IncomingMessage } from 'node:http';

/**
 * The values of all headers of a request with this name, which is in small letters. Node's `headersDistinct` makes a list
 * for each header, at the first use.
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? '';
    if (given.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}
