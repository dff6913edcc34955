import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipped } from '@algotheque/testing/httpRaw';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../../test/support/modeOf.ts';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { openLocal } from '../../src/openLocal.ts';
import { runIn } from './runIn.ts';

const EMAIL = 'ada@example.org';
const PASSWORD = 'analytical engine';

/** A folder whose store has the account of Ada, who is logged in. */
async function scene() {
  const dataDir = join(scratchFolder(), 'data');
  await mkdir(dataDir);
  const { service, close } = await openLocal({ dataDir });
  const { id } = await service.registerUser({ email: EMAIL, password: PASSWORD, pseudo: 'Ada' });
  const { token } = await service.login({ email: EMAIL, password: PASSWORD });
  await close();
  const env = { ALGOTHEQUE_DATA_DIR: dataDir };
  const user = (...args: string[]) => runIn(['user', ...args], { env, input: `${PASSWORD} two\n` });
  const json = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await user(...args, '--json');
    expect({ code, stderr: stderr.replaceAll(/^\{"audit":.*\}\n/gm, '') }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  /** Whether the password and the token are accepted. */
  const accepted = async (password = PASSWORD) => {
    const local = await openLocal({ dataDir });
    const is = (attempt: Promise<unknown>) =>
      attempt.then(
        () => true,
        () => false,
      );
    const result = {
      login: await is(local.service.login({ email: EMAIL, password })),
      token: await is(local.service.authenticate(token)),
    };
    await local.close();
    return result;
  };
  return { dataDir, env, id, user, json, accepted };
}

describe('algotheque user, on a folder', () => {
  it('disables and enables an account', async () => {
    const { json, accepted } = await scene();
    expect(await accepted()).toEqual({ login: true, token: true });
    expect(await json('disable', EMAIL)).toMatchObject({ id: 1, isDisabled: true });
    expect(await accepted()).toEqual({ login: false, token: false });
    expect(await json('enable', '1')).toMatchObject({ id: 1, isDisabled: false });
    expect(await accepted()).toEqual({ login: true, token: false });
  });

  it('creates, confirms, lists and shows accounts', async () => {
    const { json, user } = await scene();
    const created = ['create', '--email', 'grace@example.org', '--pseudo', 'Grace', '--password-file', '-'];
    expect(await json(...created)).toMatchObject({ id: 2, isVerified: false });
    expect(await json('confirm', '2')).toMatchObject({ isVerified: true });
    expect(await json('show', 'grace@example.org')).toEqual(await json('show', '2'));
    expect(await json('list', '--limit', '1')).toMatchObject({ accounts: [{ id: 1 }], next: 1 });
    expect(await json('list', '--start', 'GRÀ')).toMatchObject({ accounts: [{ id: 2 }], next: null });
    const { stdout } = await user('list', '--start', 'a', '--limit', '1');
    const [, after = ''] = /More follow: the same with --after (\S+)/.exec(stdout) ?? [];
    expect(await json('list', '--start', 'a', '--after', after)).toMatchObject({ accounts: [], next: null });
    expect((await user('list')).stdout).toMatch(
      /^id {2}e-mail +pseudo +registered \(UTC\) +confirmed +disabled +owner\n1 +ada@example\.org +Ada .* no +no *\n2 .* yes +no *\n$/,
    );
  });

  it('makes an account an owner of the service once its address is confirmed, and takes the right back', async () => {
    const { json, user } = await scene();
    expect(await user('grant-owner', '1')).toMatchObject({ code: 1, stderr: expect.stringContaining('confirm') });
    await json('confirm', '1');
    expect(await json('grant-owner', EMAIL)).toMatchObject({ id: 1, serviceRight: 'look' });
    expect(await json('grant-owner', '1', '--act')).toMatchObject({ serviceRight: 'act' });
    expect((await user('list')).stdout).toMatch(/ no +act *\n$/);
    expect(await json('revoke-owner', '1')).not.toHaveProperty('serviceRight');
  });

  it('sets a password, lists and ends sessions, and deletes', async () => {
    const { json, user, accepted, id } = await scene();
    expect(await json('sessions', '1')).toMatchObject({ id, sessions: [{ dateCreation: expect.any(Number) }] });
    expect((await user('sessions', '1')).stdout).toMatch(
      /^login \(UTC\) +last use +ends +client +address +id\n.* [0-9a-f]{32}\n$/,
    );
    expect(await json('sessions', '1', '--end')).toEqual({ id, ended: 1 });
    expect(await accepted()).toEqual({ login: true, token: false });
    await json('set-password', EMAIL, '--password-file', '-');
    expect(await accepted(`${PASSWORD} two`)).toEqual({ login: true, token: false });
    expect(await user('delete', '1')).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
    expect(await json('delete', '1', '--yes')).toEqual({ id, shared: { algos: 0, people: 0 } });
    expect(await user('show', '1')).toMatchObject({ code: 1, stdout: '' });
  });

  it('says what others lose before an account is deleted, and when it is', async () => {
    const { dataDir, user, json, id } = await scene();
    const { service, close } = await openLocal({ dataDir });
    const caller = await service.authenticate((await service.login({ email: EMAIL, password: PASSWORD })).token);
    const grantees: number[] = [];
    for (const pseudo of ['Grace', 'Alan', 'Barbara']) {
      const email = `${pseudo}@example.org`;
      grantees.push((await service.registerUser({ email, password: PASSWORD, pseudo })).id);
    }
    for (const shared of [grantees.slice(0, 1), grantees]) {
      const { algo } = await service.createAlgo({ ownerId: id, nom: 'Euclid', sourceCode: [] }, caller);
      const permsAlgorithme = shared.map((idUtilisateur) => ({ idUtilisateur, droits: 'Read' as const }));
      await service.patchAlgo({ id: algo.id, changes: { permsAlgorithme } }, caller);
    }
    await close();
    expect(await user('delete', EMAIL)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `algotheque: This deletes account ${id} and everything in it, for ever: repeat it with --yes. Algorithms that it shares: 2; people who use them: 3\n`,
    });
    expect(await user('delete', '99')).toMatchObject({ code: 1, stderr: expect.not.stringContaining('--yes') });
    const { stdout } = await user('delete', EMAIL, '--yes');
    expect(stdout).toBe(`Account ${id} is deleted. Algorithms that it shares: 2; people who use them: 3\n`);
    expect(await json('list')).toMatchObject({ accounts: [{ id: 2 }, { id: 3 }, { id: 4 }] });
  });

  it('writes the export of an account to a new file that only this user can read, or to standard output', async () => {
    const { dataDir, env, user } = await scene();
    const file = join(dataDir, '..', 'ada.zip');
    expect(await user('export', EMAIL, file)).toMatchObject({ code: 0, stdout: expect.stringContaining(file) });
    expect([...unzipped(await readFile(file)).keys()]).toContain('profil.json');
    expect(modeOf(file)).toBe(0o600);
    const written = await readFile(file);
    expect(await user('export', '1', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('exists') });
    expect(await readFile(file)).toEqual(written);
    expect(await user('export', '99', `${file}2`)).toMatchObject({ code: 1 });
    expect(existsSync(`${file}2`)).toBe(false);
    const refused = await runIn(['user', 'export', '1', '-'], { env, isTTY: true });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('terminal') });
  });

  it('writes an audit event of each change, with no e-mail and no password', async () => {
    const { user } = await scene();
    const changes = [
      ['confirm', '1'],
      ['grant-owner', '1'],
      ['revoke-owner', '1'],
      ['set-email', '1', 'ada@example.net'],
      ['disable', '1'],
      ['enable', '1'],
      ['set-password', '1', '--password-file', '-'],
    ];
    for (const args of [...changes, ['sessions', '1', '--end'], ['delete', '1', '--yes']]) {
      const { stderr } = await user(...args);
      expect(JSON.parse(stderr)).toMatchObject({ audit: { actorId: null, targetId: 1, address: null }, msg: 'audit' });
      expect(stderr).not.toMatch(/example|engine/);
    }
  });
});

describe('algotheque user refuses', () => {
  it('a place without a store, and makes none', async () => {
    const dataDir = join(scratchFolder(), 'data');
    const { code, stderr } = await runIn(['user', 'list'], { env: { ALGOTHEQUE_DATA_DIR: dataDir } });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `algotheque: There is no store in ${dataDir}: are ALGOTHEQUE_DATA_DIR, ALGOTHEQUE_STORE_URL and ALGOTHEQUE_FILES_URL right?\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('an unknown account, a taken e-mail and values that break a rule, each in a line without the value', async () => {
    const { user, env } = await scene();
    const create = (email: string, pseudo: string) => [
      'create',
      '--email',
      email,
      '--pseudo',
      pseudo,
      '--password-file',
      '-',
    ];
    const cases = [
      ['show', '99'],
      ['show', 'none@example.org'],
      create(EMAIL, 'Ada'),
      create('ada', 'A'),
      ['confirm', '0'],
    ];
    for (const args of cases) {
      const { code, stdout, stderr } = await user(...args);
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^algotheque: .*\n$/);
      expect(stderr).not.toContain('example.org');
    }
    const short = await runIn(['user', 'set-password', '1', '--password-file', '-'], { env, input: 'short' });
    expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('password (min_length)') });
  });

  it('a wrong number with 2', async () => {
    const { user } = await scene();
    for (const args of [
      ['--limit', 'x'],
      ['--after', '-1'],
    ])
      expect((await user('list', ...args)).code).toBe(2);
    expect(await user('list', '--limit', '1001')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--limit must be a number from 1 to 1000.'),
    });
  });

  it('a password without a terminal and a file, an empty file, and an absent one', async () => {
    const { user, dataDir } = await scene();
    expect(await user('set-password', '1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--password-file'),
    });
    const empty = join(dataDir, 'empty');
    await writeFile(empty, '\n');
    for (const file of [empty, `${empty}.absent`])
      expect(await user('set-password', '1', '--password-file', file)).toMatchObject({ code: 1, stdout: '' });
  });
});
