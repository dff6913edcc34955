import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../src/connection/url.ts';
import * as offered from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const text = await readFile(`${PACKAGE}/README.md`, 'utf8');

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
    const [, code = ''] = /```ts\n(.*?)```/s.exec(text) ?? [];
    const real = code.replace("'mongodb://localhost:27017/algotheque'", JSON.stringify(url()));
    expect(real).not.toBe(code);
    const argv = ['--conditions=@algotheque/source', '--input-type=module-typescript', '--eval', real];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: PACKAGE });
    expect(stdout).toBe('null\n');
  });
});
