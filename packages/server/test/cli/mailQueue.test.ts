import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
import { changedEntry, type MailEntry } from '@algotheque/domain';
import { newMail } from '@algotheque/testing/mail';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { openBackend } from '../../src/backend.ts';
import { prepare, prepareFrom } from '../../src/prepare.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { runIn } from './runIn.ts';

const ANSWER = '550 no\u001b[31m such user\nfor ever';

function mailTo(number: number, adresseMail: string, fields: Parameters<typeof newMail>[1] = {}): MailEntry {
  const now = Date.now();
  const recipient = { id: 1, adresseMail, pseudo: 'Ada', locale: 'en' } as const;
  return newMail(number, { date: now, dueAt: now, ...fields, entry: { recipient, ...fields.entry } });
}

const WAITING = mailTo(1, 'waiting@example.org');
const FAILED = changedEntry(mailTo(2, 'failed@example.org'), { dueAt: null, entry: { tries: 3, answer: ANSWER } });
const SENDING = changedEntry(mailTo(3, 'sending@example.org'), {
  dueAt: Date.now() + 3_000_000,
  entry: { isTaken: true },
});
const DECOY = mailTo(4, 'nobody@example.invalid', { rank: 0, entry: { mail: null } });

/** A store with a mail that waits, one that was given up, one that is being sent, and a decoy. */
async function scene(isServed = false) {
  const dataDir = join(scratchFolder(), 'data');
  const env = { ALGOTHEQUE_DATA_DIR: dataDir, ALGOTHEQUE_MAIL_URL: 'smtp://127.0.0.1:1', ALGOTHEQUE_LOCAL_LINKS: 'on' };
  const first = await openBackend(await prepareFrom({ ALGOTHEQUE_DATA_DIR: dataDir }), {
    onNotice: () => {},
  });
  for (const entry of [WAITING, FAILED, SENDING, DECOY]) await first.ports.mails.add(entry);
  await first.close();
  if (isServed) {
    const settings = loadSettings({ ALGOTHEQUE_DATA_DIR: dataDir }); // without a mail server nobody takes the mails meanwhile
    const backend = await openBackend(await prepare(settings), { onNotice: () => {} });
    onTestFinished(() => backend.close());
  }
  const mail = (...args: string[]) => runIn(['mail', ...args], { env });
  const json = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await mail(...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  return { dataDir, mail, json };
}

describe.each([
  ['in a store that no server uses', false],
  ['beside the server that uses the store', true],
])('algotheque mail, %s,', (_, isServed) => {
  it('lists mails as a table and as JSON, and nothing in it changes a terminal', async () => {
    const { mail, json } = await scene(isServed);
    const { stdout } = await mail('list');
    const [titles, first, second, third, ...others] = stdout.trimEnd().split('\n');
    expect(titles).toMatch(/^name +state +to +kind +age +tries +next try +last answer$/);
    expect(first).toMatch(/ waiting +waiting@example\.org +password_changed +\d+ s +0 +now$/);
    expect(second).toMatch(/ failed +failed@example\.org .* 3 +none +550 no\\u001b\[31m such user for ever$/);
    expect(third).toMatch(/ sending +sending@example\.org /);
    expect(others).toEqual([]);
    expect(await json('list')).toMatchObject({
      mails: [{ name: WAITING.name }, { name: FAILED.name, place: 'failed', tries: 3, answer: ANSWER }, {}],
    });
  });

  it('retries and drops a mail by its name, but not one that is being sent', async () => {
    const { json, mail } = await scene(isServed);
    const changed = async (what: string, name: string) => {
      const { code, stdout, stderr } = await mail(what, name, '--json');
      const { audit } = JSON.parse(stderr);
      return [code, JSON.parse(stdout), audit.action, audit.actorId, audit.targetId];
    };
    for (const { name, entry } of [WAITING, FAILED])
      expect(await changed('retry', name)).toEqual([0, { name }, 'mail.retried', null, entry.recipient.id]);
    const due = { place: 'waiting', tries: 0, nextTry: expect.any(Number) };
    expect(await json('list')).toMatchObject({ mails: [due, { ...due, answer: ANSWER }, { place: 'sending' }] });
    for (const { name, entry } of [WAITING, FAILED])
      expect(await changed('drop', name)).toEqual([0, { dropped: 1 }, 'mail.dropped', null, entry.recipient.id]);
    for (const what of ['retry', 'drop'])
      expect(await mail(what, SENDING.name)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The mail is being sent'),
      });
    expect(await json('list')).toMatchObject({ mails: [{ name: SENDING.name }] });
  });

  it('drops all that were given up', async () => {
    const { mail, json } = await scene(isServed);
    expect((await mail('drop', '--all-failed')).stdout).toBe('Mails that were removed: 1\n');
    expect(await json('drop', '--all-failed')).toEqual({ dropped: 0 });
    expect(await json('list')).toMatchObject({ mails: [{ name: WAITING.name }, { name: SENDING.name }] });
  });

  it('refuses a name that no mail has, without repeating it', async () => {
    const { mail } = await scene(isServed);
    for (const name of ['../../outside', '\u001b[31m', 'x', DECOY.name])
      for (const what of ['retry', 'drop'])
        expect(await mail(what, name)).toEqual({
          code: 1,
          stdout: '',
          stderr: 'algotheque: There is no mail of this name\n',
        });
  });
});

describe('algotheque mail', () => {
  it('lists more mails than a page has', async () => {
    const { dataDir, json } = await scene();
    const store = openSqliteStore(join(dataDir, 'algotheque.db'));
    for (let number = 10; number < 240; number += 1) await store.mails.add(mailTo(number, 'ada@example.org'));
    await store.close();
    const { mails } = (await json('list')) as { mails: unknown[] }; // checked by the next line
    expect(mails).toHaveLength(233);
  });

  it('takes a name or --all-failed, and not both', async () => {
    const { mail } = await scene();
    for (const args of [[], [WAITING.name, '--all-failed']])
      expect(await mail('drop', ...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('NAME or --all-failed'),
      });
  });

  it.each([['list'], ['drop', '--all-failed']])('%s says that a store is absent, and makes none', async (...args) => {
    const dataDir = join(scratchFolder(), 'data');
    const env = { ALGOTHEQUE_DATA_DIR: dataDir, ALGOTHEQUE_MAIL_URL: 'smtp://127.0.0.1:1' };
    const { code, stderr } = await runIn(['mail', ...args], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no store')]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([['list'], ['retry', 'x'], ['drop', 'x'], ['drop', '--all-failed'], ['test', 'ada@example.org']])(
    '%s %s says that there is no mail server',
    async (...args) => {
      const { code, stderr } = await runIn(['mail', ...args], { env: { ALGOTHEQUE_DATA_DIR: scratchFolder() } });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^algotheque: There is no mail server: mails stay in .*outbox\. .*\n$/),
      });
    },
  );
});
