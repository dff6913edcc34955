import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { unusedPort } from '../../test/support/unusedPort.ts';

export interface Proxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** The nginx of the system (`apt-get install nginx-light`) in front of a server, with the configuration in ops/. */
export async function startNginx(upstream: number): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'algotheque-nginx-'));
  const port = await unusedPort();
  const given = await readFile(new URL('../../ops/nginx.conf', import.meta.url), 'utf8');
  const site = given
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replaceAll('/var/log/nginx', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = [
    `daemon off; master_process off; pid ${folder}/pid; worker_rlimit_nofile 16384;`,
    'events { worker_connections 8192; }',
    `http { ${temporary.join(' ')} include ${folder}/site.conf; }`,
  ];
  await writeFile(join(folder, 'site.conf'), site);
  await writeFile(join(folder, 'main.conf'), main.join('\n'));
  const child = spawn('nginx', ['-c', join(folder, 'main.conf'), '-e', join(folder, 'start.log')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await accepts(port)))
    await Promise.race([setTimeout(20), ended.then(() => Promise.reject(new Error('nginx did not start')))]);
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
