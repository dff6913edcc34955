import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { request as requestByTls } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serving } from '../support/httpServer.ts';
import { scratchFolder } from '../support/scratchFolder.ts';
import { unusedPort } from '../support/unusedPort.ts';

const SITE = readFileSync(fileURLToPath(new URL('../../ops/nginx.conf', import.meta.url)), 'utf8');
const SERVERS = readFileSync(fileURLToPath(new URL('../../ops/nginx-servers.conf', import.meta.url)), 'utf8');

const hasNginx = spawnSync('nginx', ['-v']).error === undefined;
if (!hasNginx) console.warn('ops/nginx.conf is not tried, because nginx is not here');

/** A server that answers with what it was asked. */
async function backend(): Promise<number> {
  const { port, close } = await serving(async (asked, response) => {
    const bytes = (await text(asked)).length;
    const { 'x-forwarded-for': forwarded, host } = asked.headers;
    response.end(JSON.stringify({ path: asked.url, bytes, forwarded, host }));
  });
  onTestFinished(close);
  return port;
}

/** A folder that stands for `/etc/nginx` and `/var/log/nginx`, with a site, and the arguments that make nginx use it. */
function setUp(site: string) {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'site.conf'), site.replaceAll(/\/(?:etc|var\/log)\/nginx\b/g, folder));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/pid; error_log stderr notice;\nevents {}\nhttp { ${temp.join(' ')} include ${folder}/site.conf; }\n`,
  );
  return { folder, args: ['-p', folder, '-c', join(folder, 'nginx.conf')] };
}

async function started(site: string, files: Readonly<Record<string, string>> = {}) {
  const { folder, args } = setUp(site);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const nginx = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(nginx, 'close');
  /** After that the log has every request: nginx writes a line after the answer. */
  const stop = async () => {
    nginx.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  nginx.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (output.includes('start worker process ')) resolve();
  });
  nginx.once('exit', () => reject(new Error(output)));
  await promise;
  return { folder, stop };
}

async function ask(url: string, body = '', method = 'GET'): Promise<{ status: number | undefined; text: string }> {
  const asking = (url.startsWith('https:') ? requestByTls : request)(url, {
    method,
    rejectUnauthorized: false,
  } as object);
  asking.end(body);
  const [response] = await once(asking, 'response');
  return { status: response.statusCode, text: await text(response) };
}

const LARGEST_IMPORT = 16 * 1_048_576;

describe.runIf(hasNginx)('ops/nginx.conf', () => {
  it('is valid as it is', async () => {
    const { args } = setUp(SITE);
    expect(String(spawnSync('nginx', ['-t', ...args]).stderr)).toContain('test is successful');
  });

  it('passes on requests and the largest import with the address of the client, and logs no token', async () => {
    const [port, behind] = [await unusedPort(), await backend()];
    const site = SITE.replace('listen 8080;', `listen 127.0.0.1:${port};`).replace(
      '127.0.0.1:3000',
      `127.0.0.1:${behind}`,
    );
    const { folder, stop } = await started(site);
    const url = `http://127.0.0.1:${port}`;
    const sent = await ask(`${url}/api/algos/import`, 'x'.repeat(LARGEST_IMPORT), 'POST');
    expect(JSON.parse(sent.text)).toEqual({
      path: '/api/algos/import',
      bytes: LARGEST_IMPORT,
      forwarded: '127.0.0.1',
      host: '127.0.0.1',
    });
    await ask(`${url}/api/users/recover/secret-token`);
    await stop();
    const log = readFileSync(join(folder, 'access.log'), 'utf8');
    expect(log).toContain('/api/users/recover/- ');
    expect(log).not.toContain('secret-token');
  });

  it('speaks TLS with the lines that it has for it', async () => {
    const [port, behind] = [await unusedPort(), await backend()];
    const withTls = SITE.replace(/\n {4}listen 8080;/, '').replaceAll(/^ {4}#(?=listen 443|ssl_)/gm, '    ');
    const site = withTls
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/letsencrypt/live/algorithms.example.org', '/etc/nginx')
      .replace('127.0.0.1:3000', `127.0.0.1:${behind}`);
    await started(site, certificate());
    expect(await ask(`https://127.0.0.1:${port}/healthz`)).toMatchObject({ status: 200 });
  });

  it('shares the requests among several servers, whether there is one on this machine or not', async () => {
    const [port, one, two] = [await unusedPort(), await backend(), await backend()];
    const absent = await unusedPort();
    const site = SITE.replace('listen 8080;', `listen 127.0.0.1:${port};`).replace(
      '127.0.0.1:3000',
      `127.0.0.1:${absent}`,
    );
    const servers = SERVERS.replace('server1:3000', `127.0.0.1:${one}`).replace('server2:3000', `127.0.0.1:${two}`);
    await started(site, { 'algotheque-servers.conf': servers });
    for (let count = 0; count < 9; count += 1)
      expect(await ask(`http://127.0.0.1:${port}/healthz`, '{}', 'POST')).toMatchObject({ status: 200 });
  });
});

function certificate(): Readonly<Record<string, string>> {
  const folder = scratchFolder();
  const [key, cert] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...made, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { 'privkey.pem': readFileSync(key, 'utf8'), 'fullchain.pem': readFileSync(cert, 'utf8') };
}
