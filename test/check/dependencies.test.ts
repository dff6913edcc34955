import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dependencyProblems } from '../../scripts/check/dependencies.ts';
import { ScratchWorkspace } from './scratchWorkspace.ts';

/** What each file below packages/ imports or holds, and the rules that it breaks. */
const PLANTED: Readonly<Record<string, readonly [content: string, rules: readonly string[]]>> = {
  'domain/src/framework.ts': [`import 'koa';`, ['domain-libraries']],
  'domain/src/types.ts': [`import type { Context } from 'koa'; export type C = Context;`, ['domain-libraries']],
  'domain/src/later.ts': [`export const load = () => import('koa');`, ['domain-libraries']],
  'domain/src/node.ts': [`export * from 'node:fs';`, ['domain-builtins']],
  'domain/src/oldName.ts': [`export * from 'fs';`, ['domain-builtins']],
  'domain/src/adapter.ts': [`export * from '@algotheque/adapters-fs';`, ['domain-packages']],
  'domain/src/absent.ts': [`export * from 'no-such-library';`, ['resolvable']],
  'domain/src/kit.ts': [`export * from '../testkit/memory/sound.ts';`, ['domain-packages', 'sources-only']],
  'domain/src/files.ts': [`export * from '../adapterkit/files/index.ts';`, ['domain-packages']],
  'domain/src/inner.ts': [`export const inner = 1;`, []],
  'domain/src/one.ts': [`import type { Two } from './two.ts'; export type One = Two | 1;`, ['no-cycle']],
  'domain/src/two.ts': [`import type { One } from './one.ts'; export type Two = One | 2;`, []], // a cycle is named once
  'domain/testkit/memory/sound.ts': [`export * from '@algotheque/domain'; export * from 'node:util';`, []],
  'domain/testkit/memory/inner.ts': [`export * from '../../src/inner.ts';`, ['testkit-on-the-public-domain']],
  'domain/testkit/memory/library.ts': [`export * from 'valibot';`, ['testkit-on-the-public-domain']],
  'domain/testkit/memory/suite.ts': [`export * from '../suites/sound.ts';`, ['memory-without-suites']],
  'domain/testkit/suites/sound.ts': [`export const sound = 1;`, []],
  'domain/adapterkit/files/inner.ts': [`export * from '../../src/inner.ts';`, ['adapterkit-on-the-public-domain']],
  'adapters-fs/src/library.ts': [`export * from 'mongodb';`, ['adapters-fs-libraries']],
  'adapters-fs/src/routes.ts': [`export * from '@algotheque/http-koa';`, ['adapters-fs-packages']],
  'adapters-fs/src/root.ts': [`export * from 'algotheque';`, ['adapters-fs-packages']],
  'adapters-fs/src/byPath.ts': [`export * from '../../domain/src/index.ts';`, ['by-package-name']],
  'adapters-fs/src/test.ts': [`export * from '../test/planted.ts';`, ['adapters-fs-packages', 'sources-only']],
  'adapters-fs/src/files.ts': [`export * from '@algotheque/domain/files';`, []],
  'http-koa/src/files.ts': [`export * from '@algotheque/domain/files';`, ['http-koa-packages']],
  'http-koa/src/adapter.ts': [`export * from '@algotheque/adapters-fs';`, ['http-koa-packages']],
  'server/src/store.ts': [`export * from '@algotheque/adapters-mongo';`, ['stores-by-their-drivers']],
  'server/src/stores/drivers.ts': [`export * from '@algotheque/adapters-mongo';`, []],
  'extra/src/index.ts': [`export * from 'node:fs';`, ['package-in-table']],
};

/** Each file imports one of another folder, so no two files make a cycle, but the folders do. */
const FOLDERS = ['domain/src', 'domain/testkit/suites'].flatMap((folder) => [
  [`${folder}/users/user.ts`, `export interface User { id: number }`] as const,
  [`${folder}/users/login.ts`, `import type { Token } from '../sessions/token.ts'; export type L = Token;`] as const,
  [`${folder}/sessions/token.ts`, `import type { User } from '../users/user.ts'; export type Token = User;`] as const,
]);

describe('the dependency rules', () => {
  it('pass a repository that keeps them', async () => {
    expect(await dependencyProblems(new ScratchWorkspace().root)).toEqual([]);
  });

  it('find what breaks them, file by file', async () => {
    const scratch = new ScratchWorkspace();
    scratch.plant('adapters-fs/test/planted.ts', 'export {};');
    for (const [path, [content]] of Object.entries(PLANTED)) scratch.plant(path, content);
    const found = (await dependencyProblems(scratch.root)).map((problem) => problem.split(/: | → /));
    const rulesOf = (path: string) => found.filter(([, from]) => from === `packages/${path}`).map(([rule]) => rule);
    for (const [path, [, rules]] of Object.entries(PLANTED))
      expect([path, [...new Set(rulesOf(path))].toSorted()]).toEqual([path, rules]);
  });

  it('find folders that import each other, file by file without a cycle', async () => {
    const scratch = new ScratchWorkspace();
    for (const [path, content] of FOLDERS) scratch.plant(path, content);
    const found = (await dependencyProblems(scratch.root)).map((problem) => problem.split(':')[0]);
    expect(found).toEqual(['folders that import each other', 'folders that import each other']);
  });

  it('fail when no source is found', async () => {
    const scratch = new ScratchWorkspace();
    rmSync(join(scratch.root, 'packages'), { recursive: true });
    scratch.plant('domain/package.json', '{}');
    expect(await dependencyProblems(scratch.root)).toEqual(['no module was cruised']);
  });
});
