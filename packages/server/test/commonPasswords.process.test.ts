import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commonPasswords } from '../src/settings/policy.ts';
import { SettingsError } from '../src/startError.ts';
import { newPerson, PASSWORD, send } from './support/client.ts';
import { outboxReader } from './support/outbox.ts';
import { scratchFolder } from './support/scratch.ts';
import { startServer } from './support/serverProcess.ts';

/** A file with this content, in a new folder. */
async function listOf(content: string | Uint8Array): Promise<string> {
  const path = join(await scratchFolder(), 'passwords.txt');
  await writeFile(path, content);
  return path;
}

describe('the list of common passwords', () => {
  it('has a password on each line, with any line ending, and skips empty lines', async () => {
    const isCommon = commonPasswords(await listOf('\ufeffpassword\r\n\n\r\n  two words \nletmein!'));
    expect(['password', '  two words ', 'letmein!'].map(isCommon)).toEqual([true, true, true]);
    expect(['', 'passwor', 'password\r', 'two words', 'password\nletmein!'].map(isCommon)).not.toContain(true);
  });

  it('ignores case and normal form of listed and new passwords', async () => {
    const isCommon = commonPasswords(await listOf('Caf\u00e9 Noir\nPATE\u0301 EN CROU\u0302TE'));
    for (const form of ['NFC', 'NFD'] as const) {
      const typed = ['café noir', 'CAFÉ NOIR', 'Pâté en croûte', 'paté en CROÛTE'].map((text) => text.normalize(form));
      expect(typed.map(isCommon)).toEqual([true, true, false, true]);
    }
  });

  it.each([
    ['is not there', async () => '/nowhere/passwords.txt', 'there is no such file'],
    ['is a folder', scratchFolder, 'it is not a file'],
    ['never ends', async () => '/dev/zero', 'it is not a file'],
    ['is not UTF-8', () => listOf(Uint8Array.of(0x70, 0xe9)), 'it is not UTF-8'],
    ['is huge', hugeFile, 'it is larger than 67108864 bytes'],
  ])('is refused when it %s, with the name of the setting and the file', async (_what, make, reason) => {
    const path = await make();
    const read = () => commonPasswords(path);
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(new RegExp(`^ALGOTHEQUE_COMMON_PASSWORDS: ${path} .*: ${reason}`));
  });
});

/** One byte more than is accepted; the file takes no space on the disk. */
async function hugeFile(): Promise<string> {
  const path = await listOf('');
  await truncate(path, 64 * 1_048_576 + 1);
  return path;
}

it('a server with such a list accepts no new password that is on it, and accepts logins of users who have one', async () => {
  const dir = await scratchFolder();
  const before = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
  const { id, email } = await newPerson(before.url, 'ada@example.org');
  await before.stop();
  const path = await listOf(`12345678\n${PASSWORD.toUpperCase()}\n`);
  const { url, stop } = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ALGOTHEQUE_COMMON_PASSWORDS: path });

  const login = await send(url, 'POST /api/users/login', { json: { email, password: PASSWORD } });
  expect(login.status).toBe(200);
  const { token } = login.data as { token: string };
  await send(url, 'POST /api/users/recover', { json: { email } });
  const recovery = (await outboxReader(join(dir, 'outbox'))()).findLast(({ kind }) => kind === 'recover')?.token;
  const account = { email: 'eve@example.org', password: PASSWORD, pseudo: 'Eve' };
  const changes = { currentPassword: PASSWORD, newPassword: '12345678' };
  for (const [target, json, field] of [
    ['POST /api/users/register', account, 'password'],
    [`PUT /api/users/${id}`, changes, 'newPassword'],
    [`POST /api/users/recover/${recovery}`, { password: PASSWORD }, 'password'],
  ] as const) {
    const { status, message, data } = await send(url, target, { token, json });
    expect([status, message]).toEqual([400, 'General.Invalid_data']);
    expect(data).toEqual([{ path: `/${field}`, rule: 'common_password', message: expect.any(String) }]);
  }
  const good = { password: 'analytical engine' };
  expect((await send(url, `POST /api/users/recover/${recovery}`, { json: good })).status).toBe(200);
  await stop();
});
