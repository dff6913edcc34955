import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** In the clone, so that packages outside of the bundle are found. */
const FOLDER = join(ROOT, 'node_modules/.cache/bundled');

/** The program of the README in one file, with our packages in it or not, and what it prints. */
async function runBundled(name: string, isOurs: boolean) {
  const folder = join(FOLDER, name);
  await mkdir(join(folder, 'dist'), { recursive: true });
  const example = /^```ts\n([\s\S]*?)^```/m.exec(await readFile(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? '';
  const dataDir = join(folder, `data-${process.pid}`);
  await writeFile(join(folder, 'example.mts'), example.replace("'./data'", JSON.stringify(dataDir)));
  await writeFile(join(folder, 'package.json'), '{"version":"0.0.0","type":"module"}');
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    resolve: { conditions: ['@algotheque/source'] },
    ssr: { noExternal: [/algotheque/], resolve: { conditions: ['@algotheque/source'] } },
    build: {
      ssr: join(folder, 'example.mts'),
      outDir: join(folder, 'dist'),
      target: 'node22',
      rolldownOptions: { external: isOurs ? [] : [/^@?algotheque/] },
    },
  });
  const program = join(folder, 'dist/example.js');
  return spawnSync(process.execPath, ['--conditions=@algotheque/source', program], { encoding: 'utf8', cwd: folder });
}

describe('the program of the README in a bundle', () => {
  it('runs with our packages outside of it', async () => {
    const { status, stdout, stderr } = await runBundled('outside', false);
    expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: "Halting { problem: 'halting' }\n" });
  });

  it('with our packages in it is refused at its start, which names what is absent', async () => {
    const { status, stderr } = await runBundled('within', true);
    expect(status).toBe(1);
    expect(stderr).toMatch(/writerThreadProgram\.\w+ is not there.*esbuild: --packages=external/);
  });
});
