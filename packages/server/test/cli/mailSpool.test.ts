import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMailSpool } from '@algotheque/adapters-mail';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../support/scratch.ts';
import { runIn } from './runIn.ts';

const ANSWER = '2026-11-24T12:28:45.123Z refused at try 3\n550 no\u001b[31m such user\nfor ever\n';

/** A spool with a mail that waits and one that was given up. */
async function scene() {
  const dataDir = join(await scratchFolder(), 'data');
  const dir = join(dataDir, 'spool');
  const publicUrl = 'https://example.org';
  const spool = await openMailSpool({ dir, from: 'a@example.org', publicUrl, usersUrl: publicUrl });
  const send = async (adresseMail: string) => {
    const before = await readdir(dir);
    await spool.send({ id: 1, adresseMail, pseudo: 'Ada', locale: 'en' }, { kind: 'password_changed' });
    const [file = ''] = (await readdir(dir)).filter((name) => !before.includes(name));
    return file.replace('.eml', '');
  };
  const failed = await send('failed@example.org');
  await mkdir(join(dir, 'failed'));
  await rename(join(dir, `${failed}.eml`), join(dir, 'failed', `${failed}.eml`));
  await writeFile(join(dir, 'failed', `${failed}.reason`), ANSWER);
  const waiting = await send('waiting@example.org');
  const env = { ALGOTHEQUE_DATA_DIR: dataDir, ALGOTHEQUE_MAIL_URL: 'smtp://127.0.0.1:1' };
  const mail = (...args: string[]) => runIn(['mail', ...args], { env });
  const json = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await mail(...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  return { dir, failed, waiting, mail, json };
}

describe('algotheque mail', () => {
  it('lists mails as a table and as JSON, and nothing in it changes a terminal', async () => {
    const { mail, json, waiting, failed, dir } = await scene();
    await writeFile(join(dir, '\u001b[2Jx\n.eml'), '');
    const { stdout } = await mail('list');
    const [titles, hostile, first, last, ...others] = stdout.trimEnd().split('\n');
    expect(titles).toMatch(/^name +state +to +subject +age +tries +next try +last answer$/);
    expect(first).toMatch(/ waiting +waiting@example\.org +Your password was changed +\d s +0 +now$/);
    expect(hostile).toMatch(/^\\u001b\[2Jx\\u000a\.eml +waiting .* The file is empty$/);
    expect(last).toMatch(/ failed +failed@example\.org .* 3 +none +550 no\\u001b\[31m such user for ever$/);
    expect(others).toEqual([]);
    expect(await json('list')).toMatchObject({
      mails: [{ problem: 'The file is empty' }, { name: waiting }, { name: failed, place: 'failed', tries: 3 }],
    });
  });

  it('retries and drops a mail by its name', async () => {
    const { json, waiting, failed, dir } = await scene();
    expect(await json('retry', waiting)).toEqual({ name: waiting });
    const { name } = (await json('retry', failed)) as { name: string }; // checked by the next line
    expect(name.slice(-17)).toBe(failed.slice(-17));
    expect(await readdir(join(dir, 'failed'))).toEqual([]);
    expect(await json('drop', waiting)).toEqual({ dropped: 1 });
    expect(await json('drop', name)).toEqual({ dropped: 1 });
    expect(await json('list')).toEqual({ mails: [] });
  });

  it('drops all that were given up', async () => {
    const { mail, waiting, json } = await scene();
    expect((await mail('drop', '--all-failed')).stdout).toBe('Mails that were removed: 1\n');
    expect(await json('drop', '--all-failed')).toEqual({ dropped: 0 });
    expect(await json('list')).toMatchObject({ mails: [{ name: waiting }] });
  });

  it('refuses a name that no mail has, without repeating it', async () => {
    const { mail, dir } = await scene();
    for (const name of ['../../outside', '\u001b[31m', 'x'])
      for (const what of ['retry', 'drop'])
        expect(await mail(what, name)).toEqual({
          code: 1,
          stdout: '',
          stderr: `algotheque: There is no mail of this name in ${dir}\n`,
        });
  });

  it('takes a name or --all-failed, and not both', async () => {
    const { mail, waiting } = await scene();
    for (const args of [[], [waiting, '--all-failed']])
      expect(await mail('drop', ...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('NAME or --all-failed'),
      });
  });

  it.each([['list'], ['drop', '--all-failed']])('%s says that a folder is absent, and makes none', async (...args) => {
    const dataDir = join(await scratchFolder(), 'data');
    const env = { ALGOTHEQUE_DATA_DIR: dataDir, ALGOTHEQUE_MAIL_URL: 'smtp://127.0.0.1:1' };
    const { code, stderr } = await runIn(['mail', ...args], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no spool at ${dataDir}`)]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([['list'], ['retry', 'x'], ['drop', 'x'], ['drop', '--all-failed']])(
    '%s %s says that there is no mail server',
    async (...args) => {
      const { code, stderr } = await runIn(['mail', ...args], { env: { ALGOTHEQUE_DATA_DIR: await scratchFolder() } });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^algotheque: There is no mail server: mails stay in .*outbox\. .*\n$/),
      });
    },
  );
});
