import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Consumer,
  commandProblems,
  importProblems,
  manifestProblems,
  typeProblems,
} from '../../scripts/check/packageProblems.ts';
import { linkProblems } from '../../scripts/check/readmeLinks.ts';
import { scratchFolder } from '../support/scratchFolder.ts';

const NODE_MODULES = join(import.meta.dirname, '../../node_modules');
const TSC = join(NODE_MODULES, '.bin/tsc');

const SOUND = {
  'dist/index.js': 'export const answer = 42;\n',
  'dist/index.d.ts': 'export declare const answer: number;\n',
  'src/index.ts': 'export const answer = 42;\n',
  'bin/sample.js': `#!/usr/bin/env node\nconsole.log('usage: sample');\n`,
};

const MANIFEST = {
  name: '@scope/sample',
  version: '1.0.0',
  type: 'module',
  license: 'MIT',
  files: ['bin', 'dist', 'src'],
  exports: {
    '.': { '@scope/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
  },
  bin: { sample: './bin/sample.js' },
};

/** A project into which a package of these files is installed. Removed after the test. */
function consumerOf(files: Readonly<Record<string, string>>, manifest = MANIFEST): Consumer {
  const folder = scratchFolder();
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('package.json', '{ "type": "module" }');
  write('node_modules/@scope/sample/package.json', JSON.stringify(manifest));
  for (const [path, content] of Object.entries(files)) write(join('node_modules/@scope/sample', path), content);
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync('../@scope/sample/bin/sample.js', join(folder, 'node_modules/.bin/sample'));
  mkdirSync(join(folder, 'node_modules/@types'));
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(NODE_MODULES, name), join(folder, 'node_modules', name));
  return { folder, packed: [{ place: 'packages/sample', manifest, tarball: '', integrity: '' }] };
}

describe('the check of a package as a consumer gets it', () => {
  it('accepts a correct package', async () => {
    const consumer = consumerOf(SOUND);
    expect(await manifestProblems(consumer)).toEqual([]);
    expect(importProblems(consumer)).toEqual([]);
    expect(typeProblems(consumer, TSC)).toEqual([]);
    expect(commandProblems(consumer)).toEqual([]);
  });

  it('refuses an entry that names no file', async () => {
    const { 'dist/index.d.ts': _, ...files } = SOUND;
    expect(await manifestProblems(consumerOf(files))).toEqual([expect.stringContaining('dist/index.d.ts')]);
  });

  it.each([
    ['does not load', `import 'no-such-library'; export const answer = 42;`, 'cannot be imported'],
    ['exports nothing', `const answer = 42;`, 'exports nothing'],
  ])('refuses code that %s', (_, code, problem) => {
    expect(importProblems(consumerOf({ ...SOUND, 'dist/index.js': code }))).toContainEqual(
      expect.stringContaining(problem),
    );
  });

  it('refuses code that was not built', () => {
    const exports = {
      '.': { '@scope/source': './src/index.ts', types: './dist/index.d.ts', default: './lib/index.js' },
    };
    const consumer = consumerOf({ ...SOUND, 'lib/index.js': SOUND['dist/index.js'] }, { ...MANIFEST, exports });
    expect(importProblems(consumer)).toEqual(['@scope/sample is not imported from dist']);
  });

  it.each([
    ['are missing', {}, 'TS7016'],
    ['need what is not declared', { 'dist/index.d.ts': `export * from 'no-such-library';` }, 'TS2307'],
    ['are wrong', { 'dist/index.d.ts': 'export declare const answer: Unknown;' }, 'TS2304'],
  ])('refuses types that %s', (_, types, code) => {
    const { 'dist/index.d.ts': _sound, ...files } = SOUND;
    expect(typeProblems(consumerOf({ ...files, ...types }), TSC)).toContainEqual(expect.stringContaining(code));
  });

  it('refuses types that come from the sources', () => {
    const exports = { '.': { '@scope/source': './src/index.ts', types: './src/index.ts', default: './dist/index.js' } };
    const problems = typeProblems(consumerOf(SOUND, { ...MANIFEST, exports }), TSC);
    expect(problems).toEqual([expect.stringContaining('/@scope/sample/src/index.ts, not from dist')]);
  });

  it.each([
    ['fails', 'console.error("no"); process.exit(1);'],
    ['says nothing', ''],
  ])('refuses a command that %s', (_, program) => {
    expect(commandProblems(consumerOf({ ...SOUND, 'bin/sample.js': program }))).toHaveLength(1);
  });
});

describe('the check of links in READMEs', () => {
  const problemsOf = (readme: string) => linkProblems(consumerOf({ ...SOUND, 'README.md': readme }));

  it.each([
    '# Sample\n\n[docs](https://example.org/docs.md#top), [code](src/index.ts), [above](#sample), ![image](dist/index.js "title")',
    '# `open(path)`, and more\n\n[above](#openpath-and-more)\n\n[`[x]`](src/index.ts)\n\n[named]: https://example.org',
    '# Sample\n\n```md\n[x](../not/a/link.md)\n```\n\nand `[y](../neither.md)`',
  ])('accepts %j', (readme) => {
    expect(problemsOf(readme)).toEqual([]);
  });

  it.each([
    ['../../docs/api.md', '[docs](../../docs/api.md)'],
    ['../other/package.json', '[outside](../other/package.json)'],
    ['test/a.test.ts', '![not packed](test/a.test.ts)'],
    ['#options', '# Sample\n\n[no such heading](#options)'],
    ['docs/api.md', '[x][named]\n\n[named]: docs/api.md'],
    ['../a.md', '[a](src/index.ts), and [b](../a.md "title")'],
  ])('refuses a link to %s', (target, readme) => {
    expect(problemsOf(readme)).toEqual([`@scope/sample: README.md links to ${target}, which is not in the package`]);
  });

  it('refuses a package without README.md', () => {
    expect(linkProblems(consumerOf(SOUND))).toEqual(['@scope/sample has no README.md']);
  });
});
