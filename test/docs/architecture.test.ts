import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** The rows of the table whose first title this is, as cells. */
function rowsOf(title: string): readonly (readonly string[])[] {
  const lines = TEXT.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${title} |`));
  expect(start, title).toBeGreaterThan(0);
  const rest = lines.slice(start + 2);
  return rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** The files that a path of a document can be: what is in angle brackets or is a star is any name. */
const filesOf = (path: string): string[] =>
  globSync(`packages/${path.replace(/<[^>]+>/g, '*')}`, { cwd: ROOT, exclude: (name) => name === 'node_modules' });

const FINDINGS = rowsOf('to find');

describe('the table of what to find where', () => {
  it.each([
    ['where a body is read', 'bodyParser('],
    ['the chain of a route', 'identify(row, parts)'],
    ['the text of a mail', 'subject'],
    ['where a store is opened', 'export function open'],
    ['where a mail that is due is resumed', 'sendConfirmation'],
    ['where a mail is taken from the queue', 'async #take('],
    ['where a mail is composed', 'export function composeMail('],
    ['where new content comes to its store', 'async stage('],
    ['where the file of a content is written and synced, on a thread', 'writeSync('],
    ['where all settings are read', 'env[name]'],
  ])('answers %s by files that have %s', (subject, work) => {
    const row = FINDINGS.find(([name]) => name === subject);
    const paths = quoted(row?.[1] ?? '');
    expect(paths).not.toEqual([]);
    for (const path of paths) expect(readFileSync(join(ROOT, 'packages', path), 'utf8')).toContain(work);
  });

  it.each(FINDINGS)('%s: %s', (_subject, places = '', names = '') => {
    for (const path of quoted(places)) {
      const files = filesOf(path);
      expect(files, path).not.toEqual([]);
      for (const name of quoted(names)) {
        const word = new RegExp(`\\b${name.replace('…', '\\w+')}\\b`);
        for (const file of files) expect(readFileSync(join(ROOT, file), 'utf8'), file).toMatch(word);
      }
    }
  });
});

it.each(['domain', 'http-koa', 'server', 'client'])(
  'the tables of folders name exactly the folders of %s that have sources',
  (name) => {
    const title = `folder of \`packages/${name}${name === 'client' ? '' : '/src'}\``;
    const named = rowsOf(title)
      .filter(([cell]) => cell !== 'beside them')
      .flatMap(([cell = '']) => quoted(cell));
    const there = globSync('*/**/*.ts', { cwd: join(ROOT, 'packages', name, 'src') }).map((path) => path.split('/')[0]);
    const folders = named.filter((one) => !one.endsWith('.ts')).map((one) => one.replace(/^src\/?/, ''));
    expect(folders.filter((one) => one !== '' && one !== 'generate').toSorted()).toEqual(
      [...new Set(there)].toSorted(),
    );
  },
);

it('every source file that the text names by its path is there', () => {
  const names = [...new Set(quoted(TEXT.replace(/```.*?```/gs, '')))].filter((name) => /^[\w<> /*-]+\.ts$/.test(name));
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const inside = [`packages/${name}`, `packages/*/src/**/${name}`, name];
    const found = inside.flatMap((pattern) => globSync(pattern.replace(/<[^>]+>/g, '*'), { cwd: ROOT }));
    expect(found, name).not.toEqual([]);
  }
});
