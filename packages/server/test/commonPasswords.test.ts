import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { prepare } from '../src/prepare.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';
import { commonPasswords } from '../src/settings/policy.ts';
import { SettingsError } from '../src/startError.ts';

/** A file with this content, in a new folder. */
async function listOf(content: string | Uint8Array): Promise<string> {
  const path = join(scratchFolder(), 'passwords.txt');
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

it('the list of the settings is that of the policy', async () => {
  const settings = loadSettings({ ALGOTHEQUE_COMMON_PASSWORDS: await listOf('12345678\n') });
  const { policy } = await prepare(settings);
  expect(['12345678', 'analytical engine'].map((password) => policy.isCommonPassword?.(password))).toEqual([
    true,
    false,
  ]);
});
