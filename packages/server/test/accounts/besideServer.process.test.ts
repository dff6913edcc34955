import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Administration, DamagedError } from '@algotheque/domain';
import { unzipped } from '@algotheque/testing/httpRaw';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveAccounts } from '../../src/accounts/accountsServer.ts';
import { socketOf } from '../../src/accounts/accountsSocket.ts';
import { openBackend } from '../../src/backend.ts';
import { openLocal } from '../../src/openLocal.ts';
import { prepare } from '../../src/prepare.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { runIn } from '../cli/runIn.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer } from '../support/serverProcess.ts';

const PASSWORD = 'analytical engine';
const CREATE = ['create', '--email', 'ada@example.org', '--pseudo', 'Ada', '--password-file', '-'];
const BIN = fileURLToPath(new URL('../../bin/algotheque.js', import.meta.url));
const SOCKET_MODE = 0o600;

const userIn = (dataDir: string) => {
  const env = { ALGOTHEQUE_DATA_DIR: dataDir };
  return (...args: string[]) => runIn(['user', ...args], { env, input: `${PASSWORD}\n` });
};

/** What a server opens, in this process. */
async function openIn(dataDir: string) {
  const prepared = await prepare(loadSettings({ ALGOTHEQUE_DATA_DIR: dataDir }));
  const backend = await openBackend(prepared, { takesCommands: true });
  onTestFinished(() => backend.close());
  return backend;
}

describe('algotheque user beside a server', () => {
  it('reads and changes accounts, and the server knows of it at once', async () => {
    const dataDir = await scratchFolder();
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dataDir });
    const user = userIn(dataDir);
    const login = async () => {
      const body = JSON.stringify({ email: 'ada@example.org', password: PASSWORD });
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(`${server.url}/api/users/login`, { method: 'POST', headers, body })).status;
    };
    expect(await user(...CREATE)).toMatchObject({ code: 0, stderr: '' });
    expect(await login()).toBe(200);
    expect((await user('list')).stdout).toContain('ada@example.org');
    expect(JSON.parse((await user('sessions', '1', '--json')).stdout)).toMatchObject({ sessions: [{}] });
    expect((await user('disable', 'ada@example.org')).code).toBe(0);
    expect(await login()).toBe(401);
    expect(await user(...CREATE)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^algotheque: .*\n$/) });
    expect((await user('delete', '1', '--yes')).code).toBe(0);
    expect(await user('show', '1')).toMatchObject({ code: 1 });
    await server.stop();
    const { stdout } = server.output(); // its log has the audit events of the commands
    const audited = ['registered', 'disabled', 'deleted'].filter((what) => stdout.includes(`"user.${what}"`));
    expect(audited).toEqual(['registered', 'disabled', 'deleted']);
  });

  it('exports an account through the server, to a file and to standard output', async () => {
    const dataDir = await scratchFolder();
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dataDir });
    const user = userIn(dataDir);
    await user(...CREATE);
    const file = join(dataDir, '..', `${basename(dataDir)}.zip`);
    onTestFinished(() => rm(file, { force: true }));
    expect(await user('export', '1', file)).toMatchObject({ code: 0, stderr: '' });
    const bin = `'${process.execPath}' --conditions=@algotheque/source '${BIN}'`;
    const env = { ...process.env, ALGOTHEQUE_DATA_DIR: dataDir };
    const piped = spawnSync('sh', ['-c', `${bin} user export 1 - | cat`], { env });
    expect(String(piped.stderr)).toBe('');
    for (const zip of [await readFile(file), piped.stdout])
      expect(unzipped(zip).get('profil.json')).toContain('ada@example.org');
    expect(await user('export', '2', `${file}2`)).toMatchObject({ code: 1 });
    expect(existsSync(`${file}2`)).toBe(false);
    await server.stop();
    expect(server.output().stdout.match(/"user\.exported"/g)).toHaveLength(2);
  });

  it('gives an account another e-mail, and the mail to the one before is due', async () => {
    const dataDir = await scratchFolder();
    const { ports } = await openIn(dataDir);
    const user = userIn(dataDir);
    await user(...CREATE, '--confirmed');
    const changed = await user('set-email', 'ada@example.org', 'ada@example.net', '--json');
    expect(JSON.parse(changed.stdout)).toMatchObject({ id: 1, adresseMail: 'ada@example.net', isVerified: true });
    expect((await ports.users.findById(1))?.due).toMatchObject([{ kind: 'changed' }]);
  });

  it('works after a server was killed, and beside the next one', async () => {
    const dataDir = await scratchFolder();
    const env = { ALGOTHEQUE_DATA_DIR: dataDir };
    await (await startServer(env)).stop('SIGKILL');
    expect(existsSync(socketOf(dataDir)), 'left behind').toBe(true);
    expect((await userIn(dataDir)('list')).code).toBe(0);
    const next = await startServer(env);
    expect((await userIn(dataDir)('list')).code).toBe(0);
    await next.stop();
    expect(existsSync(socketOf(dataDir)), 'removed at the stop').toBe(false);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const dataDir = join(await scratchFolder(), 'a'.repeat(100), 'b'.repeat(100));
    await mkdir(dataDir, { recursive: true });
    const { close } = await openIn(dataDir);
    expect(await userIn(dataDir)(...CREATE)).toMatchObject({ code: 0, stderr: '' });
    await close();
    expect(existsSync(socketOf(dataDir))).toBe(false);
  });

  it('goes through a socket that only its user can open', async () => {
    const dataDir = await scratchFolder();
    await openIn(dataDir);
    expect(statSync(socketOf(dataDir)).mode & 0o777).toBe(SOCKET_MODE);
  });
});

describe('algotheque user refuses', () => {
  it.runIf(process.getuid?.() === 0)('a socket of another user in a folder that others can write in', async () => {
    const dataDir = await scratchFolder();
    await openIn(dataDir);
    await chown(socketOf(dataDir), 1, 1);
    expect((await userIn(dataDir)('list')).code, 'only the owner of the folder can have made it').toBe(0);
    await chmod(dataDir, 0o777);
    expect(await userIn(dataDir)(...CREATE)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is of another user, and others can write in its folder'),
    });
  });
});

describe('algotheque user create', () => {
  it('makes a store where none is, and the first account in it', async () => {
    const dataDir = join(await scratchFolder(), 'data');
    const created = await userIn(dataDir)(...CREATE, '--confirmed');
    expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining(`A new store was made in ${dataDir}`) });
    const problems: unknown[] = [];
    const { service, close } = await openLocal({ dataDir, onProblem: (problem) => void problems.push(problem) });
    expect(problems, 'no secret is missed').toEqual([]);
    expect(await service.login({ email: 'ada@example.org', password: PASSWORD })).toMatchObject({
      utilisateur: { id: 1 },
    });
    await close();
    expect((await userIn(dataDir)('list')).stdout).toContain('ada@example.org');
  });
});

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1_000);
}

/** A socket whose accounts are those that are given. */
async function scene(accounts: Partial<Administration>, bounds: object = {}) {
  const dataDir = await scratchFolder();
  const problems: unknown[] = [];
  const onProblem = (problem: unknown) => void problems.push(problem);
  const settled = () => Promise.resolve();
  const all = { settled, ...accounts } as Administration; // a test calls only those that it gives
  const server = await serveAccounts(all, { dataDir, onProblem, ...bounds });
  onTestFinished(() => server.close());
  /** Sends a request as bytes, and resolves to what came until the connection ended. */
  const raw = async (request: string, ends = false) => {
    const socket = connect(socketOf(dataDir));
    await once(socket, 'connect');
    const chunks: string[] = [];
    socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    socket.on('error', () => {}); // a reset is an end
    const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(chunks.join(''))));
    if (ends) socket.end(request);
    else socket.write(request);
    return { ended };
  };
  const post = async (method: string, body: string) => {
    const head = `POST /${method} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    return (await raw(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)).ended;
  };
  return { server, raw, post, problems };
}

describe('the socket for accounts', () => {
  it('does nothing for a request that ends half-way', async () => {
    const { raw } = await scene({ confirmAccount: () => expect.fail() });
    const { ended } = await raw('POST /confirmAccount HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1', true);
    expect(await ended).not.toContain('200 OK');
  });

  it('refuses a request that is too long, JSON that is none, and an unknown method', async () => {
    const deleteAccount = () => Promise.resolve();
    const { post } = await scene({ deleteAccount }, { maxBytes: 2 });
    expect(await post('deleteAccount', '12')).toContain('{"result":null}');
    expect(await post('deleteAccount', '123')).toContain('sends more than the server takes');
    expect(await post('deleteAccount', '{')).toContain('"refused"');
    for (const method of ['settled', 'constructor', '__proto__', ''])
      expect(await post(method, '1')).toContain('does not know this command');
  });

  it('ends a connection that sends no whole request in time', async () => {
    const { raw } = await scene({}, { limitMs: 5 });
    const { ended } = await raw('POST /confirmAccount HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1');
    expect(await ended).toContain('408');
  });

  it('has a bounded number of connections', async () => {
    const { raw, server } = await scene({}, { maxConnections: 1 });
    const first = await raw('');
    expect(await (await raw('')).ended).toBe('');
    await server.close();
    await first.ended;
  });

  it('passes on what an operator can repair, and logs all else', async () => {
    const { post, problems } = await scene({
      findAccount: () => Promise.reject(new DamagedError({ place: 'users', id: 1, field: 'pseudo' })),
      confirmAccount: () => Promise.reject(new Error('of a secret')),
    });
    expect(await post('findAccount', '1')).toContain('{"refused":"users, 1, pseudo: is damaged"}');
    expect(await post('confirmAccount', '1')).toContain('{"refused":"The server failed; its log has the reason"}');
    expect(problems).toHaveLength(1);
  });

  it('ends an export that is not read when it closes, and removes nothing of the store', async () => {
    const entries = (async function* () {
      for (let count = 0; ; count += 1) yield { path: `${count}.json`, date: 0, chunks: bytes() };
    })();
    const { server, raw, problems } = await scene({ exportAccount: async () => ({ entries }) });
    const { ended } = await raw('POST /exportAccount HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n1');
    await server.close();
    await ended;
    expect(problems).toEqual([]);
  });

  it('tells the command that an export failed, and logs why', async () => {
    const entries = (async function* () {
      yield { path: '1.json', date: 0, chunks: bytes() };
      throw new Error('the store is away');
    })();
    const { raw, problems } = await scene({ exportAccount: async () => ({ entries }) });
    const { ended } = await raw('POST /exportAccount HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n1');
    expect(await ended).not.toMatch(/\r\n0\r\n\r\n$/); // no last chunk
    expect(problems).toMatchObject([{ message: 'the store is away' }]);
  });

  it('closes when the requests that came whole are answered, and waits for no other one', async () => {
    const [began, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deleteAccount = () => {
      began.resolve();
      return held.promise;
    };
    const { server, post, raw } = await scene({ deleteAccount });
    const whole = post('deleteAccount', '1');
    const half = await raw('POST /deleteAccount HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1');
    await began.promise;
    const closed = server.close();
    await half.ended;
    held.resolve();
    expect(await whole).toContain('{"result":null}');
    await closed;
  });
});
