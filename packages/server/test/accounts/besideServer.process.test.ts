import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { lockDataFolder } from '@algotheque/adapters-fs';
import { Responses } from '@algotheque/domain';
import { newAlgo, send } from '@algotheque/testing/httpClient';
import { unzipped } from '@algotheque/testing/httpRaw';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { openBackend } from '../../src/backend.ts';
import { openLocal } from '../../src/openLocal.ts';
import { prepareFrom } from '../../src/prepare.ts';
import { runIn } from '../cli/runIn.ts';
import { EACH_SAVE } from '../support/eachSave.ts';
import { startServer } from '../support/serverProcess.ts';

const PASSWORD = 'analytical engine';
const EMAIL = 'ada@example.org';
const CREATE = ['create', '--email', EMAIL, '--pseudo', 'Ada', '--password-file', '-'];
const BIN = fileURLToPath(new URL('../../bin/algotheque.js', import.meta.url));

const userIn = (dataDir: string) => {
  const env = { ALGOTHEQUE_DATA_DIR: dataDir };
  return (...args: string[]) => runIn(['user', ...args], { env, input: `${PASSWORD}\n` });
};

/** A server, the commands beside it, and its requests. */
async function withServer() {
  const dataDir = scratchFolder();
  const env = { ALGOTHEQUE_DATA_DIR: dataDir };
  const server = await startServer(env);
  /** The token; empty when the login is refused. */
  const login = async (): Promise<string> => {
    const json = { email: EMAIL, password: PASSWORD };
    const { status, data } = await send(server.url, 'POST /api/users/login', { json });
    return status === 401 ? '' : (data as { token: string }).token;
  };
  const me = async (token: string) => (await send(server.url, 'GET /api/users/me', { token })).status;
  return { dataDir, env, server, user: userIn(dataDir), login, me };
}

/** A service of this process on a folder, with Ada, who has an algorithm of two versions and one in the bin. */
async function withService() {
  const dataDir = scratchFolder();
  const local = await openLocal({ dataDir, policy: EACH_SAVE });
  onTestFinished(() => local.close());
  const { service } = local;
  await service.registerUser({ email: EMAIL, password: PASSWORD, pseudo: 'Ada' });
  const { token } = await service.login({ email: EMAIL, password: PASSWORD });
  const ada = await service.authenticate(token);
  const [kept, deleted] = [await create('Euclid'), await create('Sieve')];
  await service.patchAlgo({ id: kept, changes: { sourceCode: [2] } }, ada);
  await service.deleteAlgo({ id: deleted }, ada);
  await service.settled();
  async function create(nom: string): Promise<number> {
    return (await service.createAlgo({ ownerId: 1, nom, sourceCode: [1] }, ada)).algo.id;
  }
  return { dataDir, service, token, user: userIn(dataDir) };
}

/** Each file of content with its time, and the others by name. */
async function contentsOf(dataDir: string): Promise<readonly string[]> {
  const names = await readdir(join(dataDir, 'algos'), { recursive: true });
  const times = names.map(async (name) => `${name} ${(await stat(join(dataDir, 'algos', name))).mtimeMs}`);
  return (await Promise.all(times)).sort();
}

const isContent = (name: string): boolean => /\d+(-\S+)?\.json/.test(name);

describe('algotheque user beside a server', () => {
  it('reads and changes accounts, and the server knows of it with the next request', async () => {
    const { user, login, me, server } = await withServer();
    expect(await user(...CREATE)).toMatchObject({ code: 0, stderr: expect.stringContaining('"user.registered"') });
    const first = await login();
    expect(await me(first)).toBe(200);
    expect((await user('list')).stdout).toContain(EMAIL);
    expect(JSON.parse((await user('sessions', '1', '--json')).stdout)).toMatchObject({ sessions: [{}] });
    expect((await user('sessions', '1', '--end')).code).toBe(0);
    expect(await me(first)).toBe(401);
    const second = await login();
    expect((await user('confirm', '1')).code).toBe(0);
    expect(await me(second)).toBe(200);
    expect((await user('disable', EMAIL)).code).toBe(0);
    expect([await me(second), await login()]).toEqual([401, '']);
    expect((await user('enable', EMAIL)).code).toBe(0);
    expect(await me(second)).toBe(401);
    const third = await login();
    expect((await user('set-password', '1', '--password-file', '-')).code).toBe(0);
    expect(await me(third)).toBe(401);
    expect(await me(await login())).toBe(200);
    expect(await user(...CREATE)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^algotheque: .*\n$/) });
    await server.stop();
  });

  it('deletes an account at once, and the next round of a server removes what it had', async () => {
    const { dataDir, env, server, user, login, me } = await withServer();
    await user(...CREATE);
    const token = await login();
    await newAlgo(server.url, { id: 1, token });
    expect((await contentsOf(dataDir)).filter(isContent)).toHaveLength(1);
    expect((await user('delete', '1', '--yes')).stdout).toBe(
      'Account 1 is deleted; the server removes what it had within a minute\n',
    );
    expect([await me(token), await login()]).toEqual([401, '']);
    expect(await user('show', '1')).toMatchObject({ code: 1 });
    expect((await user(...CREATE, '--json')).code, 'until then the e-mail is in use').toBe(1);
    await server.stop('SIGKILL');
    const next = await startServer(env);
    expect((await contentsOf(dataDir)).filter(isContent)).toEqual([]);
    expect(JSON.parse((await user(...CREATE, '--json')).stdout)).toMatchObject({ id: 2 });
    await next.stop();
  });

  it('leaves all contents to the process that has them, which removes those of a deleted account', async () => {
    const { dataDir, service, token, user } = await withService();
    const before = await contentsOf(dataDir);
    expect(before.filter(isContent)).toHaveLength(3);
    expect(await user('delete', EMAIL, '--yes', '--json')).toMatchObject({ code: 0 });
    expect(await contentsOf(dataDir)).toEqual(before);
    await expect(service.authenticate(token)).rejects.toThrow(Responses.General.Unauthorized);
    await service.resumeWork();
    await service.settled();
    expect((await contentsOf(dataDir)).filter(isContent)).toEqual([]);
  });

  it('exports an account with its contents, to a file and to standard output', async () => {
    const { dataDir, user } = await withService();
    const file = join(dataDir, '..', `${basename(dataDir)}.zip`);
    onTestFinished(() => rm(file, { force: true }));
    const before = await contentsOf(dataDir);
    expect(await user('export', '1', file)).toMatchObject({ code: 0 });
    const bin = `'${process.execPath}' --conditions=@algotheque/source '${BIN}'`;
    const env = { ...process.env, ALGOTHEQUE_DATA_DIR: dataDir };
    const piped = spawnSync('sh', ['-c', `${bin} user export 1 - | cat`], { env });
    for (const zip of [await readFile(file), piped.stdout]) {
      const files = unzipped(zip);
      expect(files.get('profil.json')).toContain(EMAIL);
      expect([...files.values()], 'the content').toContain('[2]');
      expect(files.get('versions.json'), 'the former one').toMatch(/"sourceCode": ?\[1\]/);
    }
    expect(await user('export', '2', `${file}2`)).toMatchObject({ code: 1 });
    expect(existsSync(`${file}2`)).toBe(false);
    expect(await contentsOf(dataDir)).toEqual(before);
  });

  it('gives an account another e-mail, and the mail to the one before is due', async () => {
    const dataDir = scratchFolder();
    const { ports, close } = await openBackend(await prepareFrom({ ALGOTHEQUE_DATA_DIR: dataDir }));
    onTestFinished(() => close());
    const user = userIn(dataDir);
    await user(...CREATE, '--confirmed');
    const changed = await user('set-email', EMAIL, 'ada@example.net', '--json');
    expect(JSON.parse(changed.stdout)).toMatchObject({ id: 1, adresseMail: 'ada@example.net', isVerified: true });
    expect((await ports.users.findById(1))?.due).toMatchObject([{ kind: 'changed' }]);
  });
});

describe('algotheque user refuses', () => {
  it('a folder that another command has for itself', async () => {
    const dataDir = scratchFolder();
    const user = userIn(dataDir);
    await user(...CREATE);
    const { release } = lockDataFolder(dataDir);
    onTestFinished(release);
    expect(await user('list')).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') });
  });

  it('to upgrade a store beside the server of another release', async () => {
    const dataDir = scratchFolder();
    const user = userIn(dataDir);
    await user(...CREATE);
    for (const folder of [dataDir, join(dataDir, 'algos')]) onTestFinished(lockDataFolder(folder, 'owner').release);
    const db = new DatabaseSync(join(dataDir, 'algotheque.db'));
    onTestFinished(() => db.close());
    const version = () => Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    db.exec(`PRAGMA user_version = ${version() - 1}`);
    const found = version();
    expect(await user('list')).toMatchObject({ code: 1, stderr: expect.stringContaining('is of an older release') });
    expect(version()).toBe(found);
  });
});

it('algotheque user create makes a store where none is, and the first account in it', async () => {
  const dataDir = join(scratchFolder(), 'data');
  const created = await userIn(dataDir)(...CREATE, '--confirmed');
  expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining(`A new store was made in ${dataDir}`) });
  const problems: unknown[] = [];
  const { service, close } = await openLocal({ dataDir, onProblem: (problem) => void problems.push(problem) });
  expect(problems, 'no secret is missed').toEqual([]);
  expect(await service.login({ email: EMAIL, password: PASSWORD })).toMatchObject({ utilisateur: { id: 1 } });
  await close();
  expect((await userIn(dataDir)('list')).stdout).toContain(EMAIL);
});
