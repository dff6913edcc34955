import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { commandsOf, copyContext } from '../support/imageContext.ts';
import { scratchFolder } from '../support/scratchFolder.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

// Without Docker: `node scripts/image.ts` tries the image itself where it is at hand.
it('what .dockerignore lets through becomes the program of the image by the commands of the Dockerfile', async () => {
  const scratch = scratchFolder();
  const app = join(scratch, 'app');
  mkdirSync(app);
  copyContext(ROOT, app);
  const { build = [], production = [] } = commandsOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  expect([build.length, production.length]).toEqual([1, 1]);
  // The folder stands for `/app`, and `data` beside it for `/data`.
  const run = async (command: string): Promise<string> => {
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, COMMIT };
    const options = { cwd: app, env: { ...env, npm_config_prefer_offline: 'true' }, maxBuffer: 2 ** 26 };
    return (await promisify(execFile)('sh', ['-c', command.replaceAll(' /data', ' ../data')], options)).stdout;
  };
  for (const command of [...build, ...production]) await run(command);
  expect(existsSync(join(scratch, 'data'))).toBe(true);
  expect(existsSync(join(app, 'packages/console/dist/app/manifest.json'))).toBe(true);
  // As `docker exec CONTAINER algotheque …` finds it.
  expect(await run('PATH="$PWD/bin:$PATH" algotheque --version')).toContain(COMMIT.slice(0, 12));
});
