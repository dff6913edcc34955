import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { build } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** In the clone, so that packages outside of the bundle are found. */
const CACHE = join(ROOT, 'node_modules/.cache');

/** A folder with the program of the README, and the recipe there: the command that bundles, and the one that runs the bundle. */
async function project() {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const example = /^```ts\n([\s\S]*?)^```/m.exec(readme)?.[1] ?? '';
  const [, bundling = '', running = ''] = /^ {4}npx (esbuild .*)\n {4}node (.*)$/m.exec(readme) ?? [];
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'bundled-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'example.mts'), example);
  await writeFile(join(folder, 'package.json'), '{"version":"0.0.0","type":"module"}');
  return { folder, bundling, running };
}

function run(folder: string, command: string) {
  const env = { ...process.env, PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter) };
  return spawnSync('sh', ['-c', command], { encoding: 'utf8', cwd: folder, env });
}

const runBundle = (folder: string, file: string) =>
  spawnSync(process.execPath, ['--conditions=@algotheque/source', file], { encoding: 'utf8', cwd: folder });

async function bundleWithVite(folder: string, external: readonly RegExp[]): Promise<void> {
  const conditions = ['@algotheque/source'];
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    resolve: { conditions },
    ssr: { noExternal: [/algotheque/], resolve: { conditions } },
    build: {
      ssr: join(folder, 'example.mts'),
      outDir: join(folder, 'dist'),
      target: 'node22',
      rolldownOptions: { external: [...external] },
    },
  });
}

/** Runs a bundle that must create an algorithm, in the answer and in its file. */
async function expectAlgorithm(folder: string, file: string): Promise<void> {
  expect(runBundle(folder, file)).toMatchObject({ status: 0, stdout: "Halting { problem: 'halting' }\n" });
  expect(JSON.parse(await readFile(join(folder, 'data/algos/1.json'), 'utf8'))).toEqual({ problem: 'halting' });
}

describe('the program of the README in a bundle', () => {
  it('creates an algorithm: esbuild, as the README says', async () => {
    const { folder, bundling, running } = await project();
    expect(run(folder, bundling)).toMatchObject({ status: 0 });
    await expectAlgorithm(folder, running);
  });

  it('creates an algorithm: Vite', async () => {
    const { folder } = await project();
    await bundleWithVite(folder, [/^@?algotheque/]);
    await expectAlgorithm(folder, 'dist/example.js');
  });

  it('with our packages in it is refused at its start, which names what is absent', async () => {
    const { folder } = await project();
    await bundleWithVite(folder, []);
    const { status, stderr } = runBundle(folder, 'dist/example.js');
    expect(status).toBe(1);
    expect(stderr).toMatch(/writerThreadProgram\.\w+ is not there.*esbuild: --packages=external/);
  });
});
