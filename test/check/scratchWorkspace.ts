import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const NODE_MODULES = join(import.meta.dirname, '../../node_modules');

/** Folders of packages/ and the names by which they are imported. */
const PACKAGES = {
  domain: '@algotheque/domain',
  'adapters-fs': '@algotheque/adapters-fs',
  'adapters-mongo': '@algotheque/adapters-mongo',
  'http-koa': '@algotheque/http-koa',
  server: 'algotheque',
};

const LIBRARIES = ['valibot', 'koa', '@types/koa', 'mongodb'];

/** A small repository with the layout of this one that follows all rules. Removed after the test. */
export class ScratchWorkspace {
  readonly root = mkdtempSync(join(tmpdir(), 'algotheque-rules-'));

  constructor() {
    onTestFinished(() => rmSync(this.root, { recursive: true }));
    for (const [folder, name] of Object.entries(PACKAGES)) this.#addPackage(folder, name);
    for (const library of LIBRARIES) this.#link(join(NODE_MODULES, library), library);
    this.plant('domain/src/index.ts', `export type { GenericSchema } from 'valibot';`);
    this.plant('domain/adapterkit/files/index.ts', `export * from '@algotheque/domain'; export * from 'node:fs';`);
    this.plant('adapters-fs/src/index.ts', `export * from '@algotheque/domain'; export * from 'node:path';`);
    this.plant('adapters-mongo/src/index.ts', `export * from '@algotheque/domain'; export * from 'mongodb';`);
    this.plant('http-koa/src/index.ts', `export * from '@algotheque/domain'; export * from 'koa';`);
    this.plant('server/src/index.ts', `export * from '@algotheque/http-koa'; export * from '@algotheque/adapters-fs';`);
  }

  /** Writes a file below packages/. */
  plant(path: string, content: string): void {
    const file = join(this.root, 'packages', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  #addPackage(folder: string, name: string): void {
    const exports = {
      '.': { '@algotheque/source': './src/index.ts', default: './dist/index.js' },
      './files': { '@algotheque/source': './adapterkit/files/index.ts', default: './dist/adapterkit/files/index.js' },
    };
    this.plant(`${folder}/package.json`, JSON.stringify({ name, version: '0.1.0', type: 'module', exports }));
    this.#link(join(this.root, 'packages', folder), name);
  }

  #link(target: string, name: string): void {
    const link = join(this.root, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
}
