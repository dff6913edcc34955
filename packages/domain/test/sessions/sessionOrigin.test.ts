import { expect, it } from 'vitest';
import { sessionOrigin } from '../../src/sessions/newSession.ts';

it.each([
  ['a name with spaces around', '  Firefox, Linux ', 'Firefox, Linux'],
  ['more than 100 characters', 'é'.repeat(101), 'é'.repeat(100)],
  ['100 characters that are two units each', '🦊'.repeat(100), '🦊'.repeat(100)],
  ['spaces before the name, which count for nothing', `${' '.repeat(100)}Firefox`, 'Firefox'],
  ['a space where the name is cut', `${'a'.repeat(99)} b`, 'a'.repeat(99)],
  ['characters that cannot be shown', 'Fire\u0000fox\u0085\u2028', 'Firefox'],
  ['half a character', 'Fire\ud800fox', 'Firefox'],
  ['only what cannot be shown', '\u0000\u0001', null],
  ['a name after 200 characters that cannot be shown', `${'\u0000'.repeat(200)}Firefox`, null],
  ['no name', undefined, null],
])('what a session keeps of the name of a client is bounded and printable: %s', (_, client, kept) => {
  expect(sessionOrigin({ ...(client !== undefined && { client }) })).toEqual({ client: kept, address: null });
});
