/**
 * Builds the image and tries it: read-only, without rights, through the README's session, stopped by SIGTERM.
 *
 *     node scripts/image.ts [option of `docker build` …]
 *
 * Needs Docker, bash, curl and perl. It makes the image `algotheque:try` and a container, and removes the container.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');
const IMAGE = 'algotheque:try';
const PORT = '3055';
const STARTS_IN_S = 20;
const EXPECTED = /Responses\.User\.Success\.Logged_out/;

function docker(...args: readonly string[]): string {
  const { status, stdout, error } = spawnSync('docker', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error !== undefined) throw new Error(`Docker cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(`docker ${args[0]} ended with ${status}`);
  return stdout.trim();
}

function session(): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const text = /^```bash\n([\s\S]*?)^```/m.exec(readme)?.[1];
  if (text === undefined) throw new Error('README.md has no session');
  return text.replaceAll('http://127.0.0.1:3000', `http://127.0.0.1:${PORT}`);
}

async function untilHealthy(container: string): Promise<void> {
  for (let second = 0; second < STARTS_IN_S; second += 1) {
    if (docker('inspect', '--format', '{{.State.Health.Status}}', container) === 'healthy') return;
    await setTimeout(1_000);
  }
  throw new Error(`The container is not healthy after ${STARTS_IN_S} s:\n${docker('logs', container)}`);
}

docker('build', '--tag', IMAGE, ...process.argv.slice(2), ROOT);
const size = Number(docker('image', 'inspect', '--format', '{{.Size}}', IMAGE));
console.log(`built: ${Math.round(size / 1e6)} MB`);
const environment = ['--env', `PORT=${PORT}`, '--env', `ALGOTHEQUE_URL=http://127.0.0.1:${PORT}`];
const closed = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
const container = docker('run', '--detach', '--network', 'host', ...closed, ...environment, '--volume', '/data', IMAGE);
try {
  await untilHealthy(container);
  console.log('healthy');
  console.log(docker('exec', container, 'algotheque', 'user', 'list'));
  // The session reads the mails in `data/outbox`, which is in the container: `perl` runs beside a copy of it.
  const copied = `docker cp -q ${container}:/data/outbox data/ 2>/dev/null || docker cp ${container}:/data/outbox data/ >/dev/null`;
  const script = `cd "$(mktemp -d)" || exit 1; mkdir data; ln -s ${ROOT}/examples examples\n${session().replace(/^call "\$\(perl/m, `${copied}\n$&`)}`;
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  console.log(stdout);
  if (!EXPECTED.test(stdout)) throw new Error('The session did not come to its end');
  const begun = Date.now();
  docker('stop', '--time', '15', container);
  const code = docker('inspect', '--format', '{{.State.ExitCode}}', container);
  console.log(`stopped with exit code ${code} after ${Date.now() - begun} ms`);
  if (code !== '0') process.exitCode = 1;
} finally {
  docker('rm', '--force', '--volumes', container);
}
