import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cruisePackages, dependencyProblems } from '../../scripts/check/dependencies.ts';
import { ScratchWorkspace } from './scratchWorkspace.ts';

/** The rules that are broken when `files` are added. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  const scratch = new ScratchWorkspace();
  for (const [path, content] of Object.entries(files)) scratch.plant(path, content);
  const problems = await dependencyProblems(scratch.root);
  return [...new Set(problems.map((problem) => problem.split(':')[0] ?? ''))].toSorted();
}

describe('the dependency rules', () => {
  it('pass a repository that keeps them', async () => {
    expect(await brokenRules({})).toEqual([]);
  });

  it.each([
    ['a framework', `import 'koa';`, 'domain-libraries'],
    ['the types of a framework', `import type { Context } from 'koa'; export type C = Context;`, 'domain-libraries'],
    ['a framework, later', `export const load = () => import('koa');`, 'domain-libraries'],
    ['what Node brings', `export * from 'node:fs';`, 'domain-builtins'],
    ['what Node brings, by its old name', `export * from 'fs';`, 'domain-builtins'],
    ['an adapter', `export * from '@algotheque/adapters-fs';`, 'domain-packages'],
    ['what is not there', `export * from 'no-such-library';`, 'resolvable'],
  ])('refuse a domain that imports %s', async (_, content, rule) => {
    expect(await brokenRules({ 'domain/src/planted.ts': content })).toContain(rule);
  });

  it.each([
    ['a library of another adapter', `export * from 'mongodb';`, 'adapters-fs-libraries'],
    ['another part of the server', `export * from '@algotheque/http-koa';`, 'adapters-fs-packages'],
    ['the composition root', `export * from 'algotheque';`, 'adapters-fs-packages'],
    ['inner files of the domain', `export * from '../../domain/src/index.ts';`, 'by-package-name'],
    ['tests', `export * from '../test/planted.ts';`, 'sources-only'],
  ])('refuse an adapter that imports %s', async (_, content, rule) => {
    const planted = { 'adapters-fs/src/planted.ts': content, 'adapters-fs/test/planted.ts': 'export {};' };
    expect(await brokenRules(planted)).toContain(rule);
  });

  it.each([
    ['inner files of the domain', `export * from '../../src/inner.ts';`],
    ['a library', `export * from 'valibot';`],
    ['an adapter', `export * from '@algotheque/adapters-fs';`],
  ])('refuse a test kit that imports %s', async (_, content) => {
    const planted = { 'domain/src/inner.ts': `export const inner = 1;`, 'domain/testkit/memory/planted.ts': content };
    expect(await brokenRules(planted)).toContain('testkit-on-the-public-domain');
  });

  it('let a test kit import what Node brings and the domain by its name', async () => {
    const planted = `export * from '@algotheque/domain'; export * from 'node:util';`;
    expect(await brokenRules({ 'domain/testkit/suites/planted.ts': planted })).toEqual([]);
  });

  it('refuse an import of `adapterkit` by other packages than the adapters on files and the server', async () => {
    const byName = `export * from '@algotheque/domain/files';`;
    const byPath = `export * from '../adapterkit/files/index.ts';`;
    expect(await brokenRules({ 'domain/src/planted.ts': byPath })).toContain('domain-packages');
    for (const folder of ['http-koa', 'adapters-sqlite', 'adapters-crypto']) {
      expect(await brokenRules({ [`${folder}/src/planted.ts`]: byName })).toEqual([`${folder}-packages`]);
    }
    for (const folder of ['adapters-fs', 'adapters-mail', 'server']) {
      expect(await brokenRules({ [`${folder}/src/planted.ts`]: byName })).toEqual([]);
    }
  });

  it('refuse an import of a store adapter by the server beside its table of drivers', async () => {
    const planted = `export * from '@algotheque/adapters-mongo';`;
    expect(await brokenRules({ 'server/src/planted.ts': planted })).toEqual(['stores-by-their-drivers']);
    expect(await brokenRules({ 'server/src/stores/drivers.ts': planted })).toEqual([]);
  });

  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'a domain that imports the test kit',
      {
        'domain/src/planted.ts': `export * from '../testkit/memory/planted.ts';`,
        'domain/testkit/memory/planted.ts': `export const planted = 1;`,
      },
      ['domain-packages', 'sources-only'],
    ],
    [
      'an `adapterkit` that imports inner files of the domain',
      {
        'domain/src/inner.ts': `export const inner = 1;`,
        'domain/adapterkit/files/planted.ts': `export * from '../../src/inner.ts';`,
      },
      ['adapterkit-on-the-public-domain'],
    ],
    [
      'adapters in memory that import a suite',
      {
        'domain/testkit/memory/planted.ts': `export * from '../suites/planted.ts';`,
        'domain/testkit/suites/planted.ts': `export const planted = 1;`,
      },
      ['memory-without-suites'],
    ],
    [
      'http-koa an adapter',
      { 'http-koa/src/planted.ts': `export * from '@algotheque/adapters-fs';` },
      ['http-koa-packages'],
    ],
    [
      'a cycle, even of types',
      {
        'domain/src/one.ts': `import type { Two } from './two.ts'; export type One = Two | 1;`,
        'domain/src/two.ts': `import type { One } from './one.ts'; export type Two = One | 2;`,
      },
      ['no-cycle'],
    ],
    ['a package that has no rule yet', { 'extra/src/index.ts': `export * from 'node:fs';` }, ['package-in-table']],
  ])('refuse %s', async (_, planted, rules) => {
    expect(await brokenRules(planted)).toEqual(rules);
  });

  it.each([
    ['folders that import each other, file by file without a cycle', 'domain/src'],
    ['folders of the test kit that import each other', 'domain/testkit/suites'],
  ])('refuse %s', async (_, folder) => {
    const planted = {
      [`${folder}/users/user.ts`]: `export interface User { id: number }`,
      [`${folder}/users/login.ts`]: `import type { Token } from '../sessions/token.ts'; export type Login = Token;`,
      [`${folder}/sessions/token.ts`]: `import type { User } from '../users/user.ts'; export type Token = User;`,
    };
    expect(await brokenRules(planted)).toEqual(['folders that import each other']);
  });
});

describe('the cruise', () => {
  it('finds the sources of this repository', async () => {
    const { sources } = await cruisePackages(join(import.meta.dirname, '../..'));
    expect(sources).toContain('packages/domain/src/index.ts');
    expect(sources).toContain('packages/domain/src/createService.ts');
    expect(sources).toContain('packages/domain/testkit/suites/users/userRepositoryContract.ts');
  });

  it('fails when it finds no source', async () => {
    const scratch = new ScratchWorkspace();
    rmSync(join(scratch.root, 'packages'), { recursive: true });
    scratch.plant('domain/package.json', '{}');
    expect(await dependencyProblems(scratch.root)).toEqual(['no module was cruised']);
  });
});
