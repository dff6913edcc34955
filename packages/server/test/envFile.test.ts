import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';

/** What is read from a file `.env` of these bytes. */
async function read(bytes: string | Uint8Array): Promise<unknown> {
  const path = join(scratchFolder(), '.env');
  await writeFile(path, bytes);
  const { readEnvFile } = await import(new URL('../bin/envFile.js', import.meta.url).href); // JavaScript without types
  return readEnvFile(path);
}

it.each<[string, string | Uint8Array]>([
  ['a byte order mark, and lines of Windows', '\ufeffONE=1\r\nPORT=file\r\n'],
  ['UTF-16', Buffer.from('\ufeffONE=1\r\nPORT=file\r\n', 'utf16le')],
  ['UTF-16 of the other order', Buffer.from('\ufeffONE=1\nPORT=file\n', 'utf16le').swap16()],
  ['lines that end as on old Macs', 'ONE=1\rPORT=file\r'],
  ['export and blanks', '\u00a0export ONE = 1\n\n# a comment\n PORT = file # a comment\n'],
  ['quotes', 'ONE="1"\nPORT=\'file\' # a comment\n'],
])('.env is read with %s', async (_what, bytes) => {
  expect(await read(bytes)).toEqual({ ONE: '1', PORT: 'file' });
});

it('.env has a value with # in quotes', async () => {
  expect(await read('PORT="C#tools"\n')).toEqual({ PORT: 'C#tools' });
});

it.each<[string, string | Uint8Array]>([
  ['line 1 is no setting, NAME=value', 'PORT: 4000\n'],
  ['line 2 is no setting, NAME=value', 'PORT=4000\nhunter2\n'],
  ['line 1: the value of ALGOTHEQUE_NAME has a #', 'ALGOTHEQUE_NAME=C#hunter2\n'],
  ['line 1: the quotes around the value of ALGOTHEQUE_NAME are not closed', 'ALGOTHEQUE_NAME="hunter2\n'],
  ['neither UTF-8 nor UTF-16', Buffer.from('PORT=4000\n', 'utf16le')],
])('.env is refused without a value: %s', async (reason, bytes) => {
  const refused = read(bytes);
  await expect(refused).rejects.toThrow(reason);
  await expect(refused).rejects.not.toThrow('hunter2');
});
