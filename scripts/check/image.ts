import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commandsOf, copyContext } from './imageContext.ts';

// Builds what the image has, without Docker: copies what `.dockerignore` lets through, and runs the commands of the Dockerfile there.
// `node scripts/image.ts` tries the image itself, where Docker is at hand.
const root = process.cwd();
const scratch = mkdtempSync(join(tmpdir(), 'algotheque-image-'));
const app = join(scratch, 'app');
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** In the folder that stands for `/app`, with the Node that runs this. `/data` is beside it. */
function run(command: string): string {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, COMMIT };
  const options = { cwd: app, env: { ...env, npm_config_prefer_offline: 'true' }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command.replaceAll(' /data', ' ../data')], options);
  if (status !== 0) throw new Error(`In the image, ${command}\nended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

try {
  mkdirSync(app);
  copyContext(root, app);
  const { build = [], production = [] } = commandsOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  for (const command of [...build, ...production]) run(command);
  if (!existsSync(join(scratch, 'data'))) throw new Error('The image would have no folder /data');
  if (!existsSync(join(app, 'packages/console/dist/app/manifest.json')))
    throw new Error('The image would have no console');
  // As `docker exec CONTAINER algotheque …` finds it.
  const answer = run('PATH="$PWD/bin:$PATH" algotheque --version');
  if (!answer.includes(COMMIT.slice(0, 12))) throw new Error(`algotheque --version says ${answer}`);
} finally {
  rmSync(scratch, { recursive: true });
}
