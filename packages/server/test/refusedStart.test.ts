import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { listenError } from '../src/listenPort.ts';
import { runIn } from './cli/runIn.ts';

async function refusal(env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runIn(['serve'], { env: { PORT: '0', ...env } });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^algotheque: /);
  expect(stderr).not.toMatch(/\n\s+at /); // no stack
  return stderr;
}

describe('algotheque serve refuses to start', () => {
  it('on a folder that is a file', async () => {
    const path = join(scratchFolder(), 'file');
    await writeFile(path, 'mine');
    expect(await refusal({ ALGOTHEQUE_DATA_DIR: path })).toContain(path);
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  it('on a folder that cannot be made', async () => {
    expect(await refusal({ ALGOTHEQUE_DATA_DIR: '/proc/algotheque' })).toContain('/proc/algotheque');
  });

  it('on a file that is not a database, and does not change it', async () => {
    const dir = scratchFolder();
    const path = join(dir, 'algotheque.db');
    await writeFile(path, 'not a database, but somebody\u2019s letters, and quite a few of them');
    const before = await readFile(path);
    expect(await refusal({ ALGOTHEQUE_DATA_DIR: dir })).toContain(path);
    expect(await readFile(path)).toEqual(before);
    expect(existsSync(join(dir, 'secret'))).toBe(false); // the start that can use a store tells that its secret was lost
  });

  it('on a folder of algorithms that is a file', async () => {
    const dir = scratchFolder();
    await writeFile(join(dir, 'algos'), '');
    expect(await refusal({ ALGOTHEQUE_DATA_DIR: dir })).toContain(join(dir, 'algos'));
  });

  it('on a JSON Schema that is not UTF-8', async () => {
    const dir = scratchFolder();
    const schema = join(dir, 'schema.json');
    await writeFile(schema, Buffer.from('{"title":"caf\u00e9"}', 'latin1'));
    const message = await refusal({ ALGOTHEQUE_DATA_DIR: join(dir, 'data'), ALGOTHEQUE_ALGO_SCHEMA: schema });
    expect(message).toContain(`${schema} is not a JSON Schema that can be used: it is not UTF-8`);
  });

  it('on a secret that is too short', async () => {
    const dir = scratchFolder();
    await writeFile(join(dir, 'secret'), 'short\n', { mode: 0o600 });
    expect(await refusal({ ALGOTHEQUE_DATA_DIR: dir })).toContain(join(dir, 'secret'));
  });

  it.each([
    [
      { ALGOTHEQUE_SECRET_FILE: '/nowhere/secret' },
      'ALGOTHEQUE_SECRET_FILE: the secret cannot be read from /nowhere/secret: there is no such file',
    ],
    [
      { ALGOTHEQUE_SECRET_FILE: '/dev/null' },
      'ALGOTHEQUE_SECRET_FILE: the secret in /dev/null must be at least 32 bytes',
    ],
    [
      { ALGOTHEQUE_ALGO_SCHEMA: '/nowhere/schema.json' },
      'ALGOTHEQUE_ALGO_SCHEMA: /nowhere/schema.json is not a JSON Schema that can be used: there is no such file',
    ],
    [
      { ALGOTHEQUE_SECRET_FILE: '/dev/zero' },
      'ALGOTHEQUE_SECRET_FILE: the secret cannot be read from /dev/zero: it is larger than 1048576 bytes',
    ],
    [
      { ALGOTHEQUE_ALGO_SCHEMA: '/dev/zero' },
      'ALGOTHEQUE_ALGO_SCHEMA: /dev/zero is not a JSON Schema that can be used: it is larger than 1048576 bytes',
    ],
    [{ ALGOTHEQUE_COMMON_PASSWORDS: '/nowhere/passwords.txt' }, 'ALGOTHEQUE_COMMON_PASSWORDS: /nowhere/passwords.txt'],
    [{ ALGOTHEQUE_MAIL_URL: 'smtp://me:hunter2@:99999' }, 'ALGOTHEQUE_MAIL_URL'],
    [{ ALGOTHEQUE_STORE_URL: 'mongodb://me:hunter2@127.0.0.1/x?w=0' }, 'ALGOTHEQUE_STORE_URL'],
    [{ ALGOTHEQUE_FILES_URL: 'mongodb:' }, 'ALGOTHEQUE_FILES_URL'],
    [{ ALGOTHEQUE_USERS_PREFIX: '/api/algos' }, 'ALGOTHEQUE_USERS_PREFIX and ALGOTHEQUE_ALGOS_PREFIX'],
    [{ ALGOTHEQUE_TYPO: '1' }, 'ALGOTHEQUE_TYPO'],
    [{ PORT: '1e3' }, 'PORT'],
    [{ HOST: '203.0.113.1' }, 'HOST, PORT: cannot listen on port 0 of 203.0.113.1 (EADDRNOTAVAIL)'],
    [{ HOST: 'no.such.host.invalid' }, 'of no.such.host.invalid (E'],
  ])('on %j, and leaves no folder behind', async (env, named) => {
    const dir = join(scratchFolder(), 'data');
    const message = await refusal({ ALGOTHEQUE_DATA_DIR: dir, ...env });
    expect(message).toContain(named);
    expect(message).not.toContain('hunter2');
    expect(existsSync(dir)).toBe(false);
  });

  it.each(['PORT', 'ALGOTHEQUE_METRICS'])(
    'on a port that is taken (%s), and leaves no folder behind',
    async (setting) => {
      const taken = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void taken.close());
      await once(taken, 'listening');
      const { port } = taken.address() as AddressInfo; // it listens on TCP
      const dir = join(scratchFolder(), 'data');
      const message = await refusal({ ALGOTHEQUE_DATA_DIR: dir, [setting]: `${port}` });
      const reason = `${setting}: cannot listen on port ${port} of 127.0.0.1, which is taken (EADDRINUSE)`;
      expect(message).toBe(`algotheque: HOST, ${reason}\n`);
      expect(existsSync(dir)).toBe(false);
    },
  );
});

describe('an address that cannot be listened on', () => {
  const systems = (code: string) => Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' });
  it.each(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'])('%s is reported with its settings', (code) => {
    const messageOf = (...settings: string[]) =>
      String(listenError(systems(code), { host: '::1', port: 9464 }, ...settings));
    expect(messageOf()).toContain(' HOST, PORT: cannot listen on port 9464 of ::1');
    expect(messageOf('ALGOTHEQUE_METRICS')).toContain(' ALGOTHEQUE_METRICS: cannot listen on port 9464 of ::1');
    expect(messageOf()).toContain(`(${code})`);
  });

  it('is distinguished from bugs', () => {
    const fault = new TypeError('a fault');
    expect(listenError(fault, { host: 'example.org', port: 80 })).toBe(fault);
  });
});
