import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8');
const all = (pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];

const isThere = (pattern: string): boolean => globSync(pattern, { cwd: ROOT }).length > 0;

describe('docs/reliability.md names only what exists:', () => {
  it('files', () => {
    const files = all(/`((?:packages|test|bench|scripts)\/[^`\s]+)`/g);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !isThere(file))).toEqual([]);
  });

  it('links', () => {
    const targets = all(/\]\(([^)#]+)(?:#[^)]*)?\)/g).filter((target) => !target.startsWith('http'));
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !isThere(join('docs', target)))).toEqual([]);
  });

  it('tests that `npx vitest run` finds, for each word after it', () => {
    const tests = globSync('{packages/*/test,test}/**/*.test.ts', { cwd: ROOT });
    const words = all(/npx vitest run ([^`\n]+)/g).flatMap((given) => given.split(' '));
    const isTest = (word: string): boolean => word === 'PATH' || tests.some((path) => path.includes(word));
    expect(words.filter((word) => !isTest(word))).toEqual([]);
  });

  it('scripts of npm', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    expect(all(/npm run ([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([]);
  });
});
