import { describe, expect, it } from 'vitest';
import { commandsOf, isSent } from '../../scripts/check/imageContext.ts';

const RULES =
  '# a comment\n*\n!scripts\n!packages\n!tsconfig*.json\n!.npmrc\n**/node_modules\n**/test\n**/*.tsbuildinfo\n';

describe('the files that docker build gets', () => {
  it.each([
    'scripts/build.ts',
    'scripts/check/bundle.ts',
    'packages/domain/src/tests.ts',
    'tsconfig.base.json',
    '.npmrc',
  ])('has %s', (file) => {
    expect(isSent(file, RULES)).toBe(true);
  });

  it.each([
    '.ci/steps.json',
    'README.md',
    'node_modules/koa/index.js',
    'packages/domain/node_modules/a/b.js',
    'packages/domain/test/a.test.ts',
    'packages/domain/a.tsbuildinfo',
    'docs/scripts/build.ts',
  ])('has no %s', (file) => {
    expect(isSent(file, RULES)).toBe(false);
  });

  it('has all without rules', () => {
    expect(isSent('a/b', '')).toBe(true);
  });
});

it('the commands of a Dockerfile are those of each stage, a continued line as one', () => {
  const text = 'FROM a AS build\nRUN one \\\n  && two\nFROM build AS production\nRUN three\nFROM b\nRUN four\n';
  expect(commandsOf(text)).toEqual({ build: ['one    && two'], production: ['three'], '': ['four'] });
});
