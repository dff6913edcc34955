import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const TSC = join(PACKAGE, '../../node_modules/.bin/tsc');

/** The errors of the compiler for code, with the settings of this package. */
async function compilerOn(code: string): Promise<string> {
  const folder = scratchFolder();
  await writeFile(join(folder, 'planted.mts'), code);
  const compilerOptions = { noEmit: true, composite: false, rootDir: folder };
  const config = { extends: join(PACKAGE, 'tsconfig.json'), compilerOptions, include: ['planted.mts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = await promisify(execFile)(TSC, ['-p', folder]).catch((failure: { stdout: string }) => failure);
  return stdout;
}

describe('the sources of the domain', () => {
  it('do not compile with names that only Node has', async () => {
    const names = ['Buffer', 'process', 'setImmediate', 'require', 'global', '__dirname'];
    const output = await compilerOn(`export const all = [${names.join(', ')}];\nexport * from 'node:fs';\n`);
    for (const name of [...names, 'node:fs']) expect(output).toMatch(new RegExp(`Cannot find (name|module) '${name}'`));
  });

  it('compile with web standards', async () => {
    const names = [
      'AbortController',
      'crypto.subtle',
      'TextEncoder',
      'URL',
      'setTimeout',
      'structuredClone',
      'console',
    ];
    expect(await compilerOn(`export const all = [${names.join(', ')}];\n`)).toBe('');
  });
});
