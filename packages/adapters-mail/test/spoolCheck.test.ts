import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkMails } from '../src/index.ts';
import { scratchFolder } from './scratch.ts';

/** A mail as the first release wrote it: the message alone, without an envelope. */
const OLDER = [
  'To: Ada <ada@example.org>',
  'Auto-Submitted: auto-generated',
  'From: algotheque@localhost',
  'Subject: Confirm your account',
  'Content-Type: multipart/alternative; boundary="--_NmP-1"',
  '',
  '----_NmP-1',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'http://localhost:3000/api/users/confirm/token',
  '----_NmP-1--',
  '',
].join('\r\n');
const NAME = '20261121T122845123Z-9f86d081884c7d65.eml';

async function problemsIn(text: string, isOutbox: boolean): Promise<(string | null)[]> {
  const dir = await scratchFolder();
  await writeFile(join(dir, NAME), text);
  const problems: (string | null)[] = [];
  for await (const { problem } of checkMails(dir, isOutbox)) problems.push(problem);
  return problems;
}

describe('a mail of the first release', () => {
  it('is as good as others in an outbox', async () => {
    expect(await problemsIn(OLDER, true)).toEqual([null]);
  });

  it('is not sent from a spool, and the reason is said', async () => {
    expect(await problemsIn(OLDER, false)).toEqual(['An older release wrote it, without an envelope']);
  });

  it('has its first two fields in its first 2,048 bytes', async () => {
    const to = (length: number) => OLDER.replace('Ada <ada@example.org>', 'x'.repeat(length));
    expect(await problemsIn(to(1_900), true)).toEqual([null]);
    expect(await problemsIn(to(2_048), true)).toEqual(['It does not begin with an envelope']);
  });

  it.each([1, 5, 200])('that lacks its last %i bytes is damaged', async (bytes) => {
    expect(await problemsIn(OLDER.slice(0, -bytes), true)).toEqual(['It does not begin with an envelope']);
  });
});
