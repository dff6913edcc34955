import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runReadme } from '../../../test/support/runReadme.ts';
import { DEFAULTS } from '../src/connection/url.ts';
import * as offered from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';

const PACKAGE = new URL('..', import.meta.url);
const text = await readFile(new URL('README.md', PACKAGE), 'utf8');

/** The first columns of the tables of a section. */
function rows(section: string): string[][] {
  const [, body = ''] = text.split(`\n## ${section}\n`);
  const [own = ''] = body.split('\n## ');
  return [...own.matchAll(/^\| `(.*?)` \| `?(.*?)`? \|/gm)].map(([, ...cells]) => cells);
}

describe('the README', () => {
  it('lists every default of the URL', () => {
    expect(rows('Options of the URL')).toEqual(
      Object.entries(DEFAULTS).map(([option, value]) => [option, String(value)]),
    );
  });

  it('lists every error that the package exports', () => {
    const errors = Object.keys(offered).filter((name) => name.endsWith('Error'));
    for (const name of errors) expect(text).toContain(`\`${name}\``);
    const named = rows('Errors').map(([name]) => name);
    expect([...errors, 'UnavailableError']).toEqual(expect.arrayContaining(named));
  });
});

describeMongo('the README', ({ withScratch }) => {
  withScratch('has code that runs', async ({ url }) => {
    const replaced = { "'mongodb://localhost:27017/algotheque'": JSON.stringify(url()) };
    expect(await runReadme(PACKAGE, replaced)).toBe('null\n');
  });
});
