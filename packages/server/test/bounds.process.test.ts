import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DEFAULT_POLICY } from '@algotheque/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openBackend } from '../src/backend.ts';
import { openLocal } from '../src/index.ts';
import { prepareFrom } from '../src/prepare.ts';
import { startServer } from './support/serverProcess.ts';

const policyOf = async (env: Readonly<Record<string, string>>) => (await prepareFrom(env)).policy;

describe('the settings of what one client may do', () => {
  it('are the policy of the domain', async () => {
    const { limits, quota } = await policyOf({
      ALGOTHEQUE_LIMIT_LOGIN: '1/1s',
      ALGOTHEQUE_LIMIT_LOGIN_EMAIL: '2/2s',
      ALGOTHEQUE_LIMIT_LOGIN_ADDRESS: '3/3s',
      ALGOTHEQUE_LIMIT_REGISTER: '4/4s',
      ALGOTHEQUE_LIMIT_MAIL: '6/6s',
      ALGOTHEQUE_QUOTA_ALGOS: '8',
      ALGOTHEQUE_QUOTA_BYTES: '9',
    });
    const rule = (limit: number) => ({ limit, windowMs: 1_000 * limit });
    expect(limits).toMatchObject({
      loginPair: rule(1),
      loginEmail: rule(2),
      loginAddress: rule(3),
      register: rule(4),
      mailAddress: rule(6),
    });
    expect(quota).toEqual({ algos: 8, bytes: 9 });
  });

  it('have the defaults of the domain', async () => {
    const { limits, quota } = await policyOf({});
    expect({ limits, quota }).toEqual({ limits: DEFAULT_POLICY.limits, quota: DEFAULT_POLICY.quota });
    expect((await policyOf({ ALGOTHEQUE_RATE_LIMITS: 'off' })).limits).toBeNull();
  });
});

describe('the settings of what all clients together may do', () => {
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).map((socket) => socket.destroy()));

  /** A connection that has sent this text. */
  async function opened(url: string, text: string, localAddress = '127.0.0.1'): Promise<Socket> {
    const { port, hostname } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    sockets.push(socket.on('error', () => {}));
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  it('bound the connections of a server', async () => {
    const server = await startServer({
      ALGOTHEQUE_DATA_DIR: scratchFolder(),
      ALGOTHEQUE_MAX_CONNECTIONS: '10',
    });
    const alive = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const first = await opened(server.url, alive);
    await once(first, 'data');
    for (let count = 1; count < 10; count += 1) await once(await opened(server.url, alive), 'data');
    const oneMore = (await opened(server.url, alive)).resume();
    await new Promise((resolve) => oneMore.once('close', resolve)); // without an answer
    first.destroy();
    const status = () =>
      fetch(`${server.url}/healthz`).then(
        (answer) => answer.status,
        () => 0,
      );
    await vi.waitUntil(async () => (await status()) === 200, { timeout: 20_000 });
    await server.stop();
  });

  it('bound the bytes of bodies that a server holds', async () => {
    const server = await startServer({
      ALGOTHEQUE_DATA_DIR: scratchFolder(),
      ALGOTHEQUE_BODIES_HELD_BYTES: String(32 * 1_048_576),
    });
    const head =
      'POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    // Small chunks count most. The room that is left then is filled by smaller bodies.
    for (const chunks of [...Array<number>(60).fill(1_000), ...Array<number>(100).fill(10)])
      await opened(server.url, head + '1\r\n \r\n'.repeat(chunks));
    // Chunks are counted with what they cost beside their bytes, so the last body may be refused: a small one would have its place.
    const body = `${' '.repeat(16_000)}{}`;
    const login = async () => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(`${server.url}/api/users/login`, { method: 'POST', headers, body })).status;
    };
    await vi.waitUntil(async () => (await login()) === 503, { timeout: 20_000 }); // when all have arrived
    for (const socket of sockets) socket.destroy(); // a stop would wait for them
    await server.stop();
  });
});

describe('the setting of how long mails are kept', () => {
  it('counts for the outbox', async () => {
    const dataDir = scratchFolder();
    const path = join(dataDir, 'outbox');
    await mkdir(path, { recursive: true, mode: 0o700 });
    const name = (hoursAgo: number) => `${mailName(hoursAgo)}.eml`;
    const [old, young] = [name(3), name(1)];
    for (const file of [old, young]) await writeFile(join(path, file), '', { mode: 0o600 });
    const { close } = await openLocal({ dataDir, settings: { ALGOTHEQUE_MAIL_KEEP: '2h' } });
    await close(); // the first round has ended then
    const left = await readdir(path);
    expect([left.includes(old), left.includes(young)]).toEqual([false, true]);
  });

  it('counts for mails that were given up', async () => {
    const dataDir = scratchFolder();
    const smtp = {
      ALGOTHEQUE_MAIL_URL: 'smtp://127.0.0.1:1',
      ALGOTHEQUE_LOCAL_LINKS: 'on',
      ALGOTHEQUE_MAIL_KEEP: '2h',
    };
    const open = async () => openBackend(await prepareFrom({ ...smtp, ALGOTHEQUE_DATA_DIR: dataDir }));
    const recipient = { id: 1, adresseMail: 'ada@example.org', pseudo: 'Ada', locale: 'en' } as const;
    const entry = {
      recipient,
      mail: { kind: 'email_taken' },
      tries: 1,
      isSlow: false,
      isTaken: false,
      answer: '550',
    } as const;
    const first = await open();
    for (const hoursAgo of [3, 1]) {
      const date = Date.now() - hoursAgo * 3_600_000;
      await first.ports.mails.add({ name: mailName(hoursAgo), version: 1, date, dueAt: null, rank: 2, entry });
    }
    await first.close();
    const second = await open();
    const left = () => second.ports.mails.list({ after: '', limit: 10 });
    await vi.waitUntil(async () => (await left()).length === 1);
    expect((await left())[0]?.date).toBeGreaterThan(Date.now() - 7_200_000);
    await second.close();
  });
});

const mailName = (hoursAgo: number): string =>
  `${new Date(Date.now() - hoursAgo * 3_600_000).toISOString().replace(/[-:.]/g, '')}-0123456789abcdef`;
