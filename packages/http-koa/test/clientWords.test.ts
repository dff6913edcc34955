import { describe, expect, it } from 'vitest';
import { clientWords } from '../src/exchange/identify.ts';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

describe('the words for a client', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox, Linux'],
    [WINDOWS, 'Chrome, Windows'],
    [`${WINDOWS} Edg/126.0.0.0`, 'Microsoft Edge, Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari, iOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['node', 'node'],
    ['python-requests/2.31.0', 'python-requests'],
  ])('of %s are %s', async (userAgent, words) => {
    expect(await clientWords(userAgent)).toBe(words);
  });

  it.each([undefined, '', '  ', '<b>curl</b>', '7z', '\u00e9', 'Mozilla/5.0', 'Mozilla/ <script>x</script>/1 (x)'])(
    'are none for %j',
    async (userAgent) => {
      expect(await clientWords(userAgent)).toBeUndefined();
    },
  );

  it('are plain and short, whatever a client sends, of which only the beginning is read', async () => {
    const pieces = [
      '/',
      ' ',
      '\t',
      '(',
      ')',
      '<',
      '"',
      'Version/1 ',
      'Android ',
      '\u0000',
      'Firefox/',
      'x'.repeat(300),
      '1.',
    ];
    for (const one of pieces) {
      for (const other of pieces) {
        const words = (await clientWords(`Mozilla/5.0 (${`${one}${other}`.repeat(5_000)}`)) ?? '';
        expect(words).toMatch(/^(?:[\w .+-]{1,40}(?:, [\w .+-]{1,40})?)?$/);
      }
    }
    expect(await clientWords(`Mozilla/5.0 (${' '.repeat(300)}) Firefox/128.0`)).not.toContain('Firefox');
  });
});
