import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const SOURCES = ['packages/{domain,http-koa,server}/src/**/*.ts', 'packages/domain/{testkit,adapterkit}/**/*.ts'];

/** Code that distinguishes errors by something other than their class. A class may set its own name. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  'the name of a class as text': /(?<!override readonly name(?:: string)? = )(['"`])[A-Z]\w*Error\1/,
  'a comparison of names of errors':
    /\b(?:error|problem|cause|reason)\.name (?:[!=]==|in)|\.has\((?:error|problem|cause|reason)\.name\)|\bconstructor\.name\b/,
  // SQLITE_CONSTRAINT_UNIQUE and its primary code, and the codes of MongoDB for a duplicate key.
  'the code of a driver': /\b(?:2_?067|11_?000|11_?001)\b|SQLITE_[A-Z]+/,
};

function offences(pattern: RegExp, text: string): readonly string[] {
  return text.split('\n').filter((line) => pattern.test(line));
}

describe('errors outside of adapters', () => {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }));

  it('are searched in all sources', () => {
    expect(files.length).toBeGreaterThan(200);
  });

  it.each(Object.entries(FORBIDDEN))('are told apart by class, not by %s', (_what, pattern) => {
    const found = files.flatMap((file) =>
      offences(pattern, readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['the name of a class as text', "  return error.cause.name === 'BrokenDocumentError';"],
    ['the name of a class as text', "const NAMES = new Set(['MongoCommandError']);"],
    ['a comparison of names of errors', '    if (error.name !== errorName) throw error;'],
    ['the code of a driver', 'const TAKEN = { errcode: 2_067, code: 11_000 };'],
  ])('are found: %s', (what, line) => {
    expect(offences(FORBIDDEN[what] ?? /^$/, line)).toEqual([line]);
  });
});
