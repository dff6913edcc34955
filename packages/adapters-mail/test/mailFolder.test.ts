import { readFileSync } from 'node:fs';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../test/support/modeOf.ts';
import { timeOfName } from '../src/mailName.ts';
import { INVITATION, mailsIn, NOW, onlyMail, recipient, scratchFolder, scratchOutbox } from './scratch.ts';

const confirm = { kind: 'confirm', token: 'secret-token' } as const;

/** Every file below a folder with its content. */
async function everything(dir: string): Promise<string> {
  const files = await readdir(dir, { recursive: true, withFileTypes: true });
  const contents = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'utf8'));
  return (await Promise.all(contents)).join('\n');
}

describe('send', () => {
  it('resolves when the whole mail is in the folder', async () => {
    const { mailer, dir } = await scratchOutbox();
    await mailer.send(recipient(), confirm);
    const [name = ''] = await mailsIn(dir);
    expect(timeOfName(name)).toBe(NOW);
    expect((await onlyMail(dir)).toString()).toMatch(/^To: Ada <ada@example.org>\r\n/);
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });

  it('makes files and folders for this user alone', async () => {
    const dir = join(scratchFolder(), 'a', 'b', 'outbox');
    const { mailer, told } = await scratchOutbox({ dir });
    await mailer.send(recipient(), confirm);
    expect(modeOf(told[0]?.file ?? '')).toBe(0o600);
    for (const folder of [dir, dirname(dir), dirname(dirname(dir)), join(dir, 'tmp')])
      expect(modeOf(folder)).toBe(0o700);
  });

  it('invites nobody at the address of the sender, with the work of a decoy; other mails go there', async () => {
    const from = 'Ada’s service <Service@example.org>';
    const { mailer, dir } = await scratchOutbox({ from });
    const invite = (adresseMail: string) => mailer.send(recipient({ adresseMail }), INVITATION);
    for (const address of ['Service@example.org', 'service@EXAMPLE.org']) await invite(address);
    expect([await mailsIn(dir), await readdir(join(dir, 'tmp'))]).toEqual([[], ['decoy']]);
    await mailer.send(recipient({ adresseMail: 'service@example.org' }), confirm);
    await invite('other@example.org');
    expect(await mailsIn(dir)).toHaveLength(2);
  });

  it('accepts 50 mails at once, each in its own file', async () => {
    const { mailer, dir, told } = await scratchOutbox();
    const addresses = Array.from({ length: 50 }, (_, number) => `user${number}@example.org`);
    await Promise.all(addresses.map((adresseMail) => mailer.send(recipient({ adresseMail }), confirm)));
    const names = await mailsIn(dir);
    const stored = names.map((name) => /<([^<>]+)>/.exec(readFileSync(join(dir, name), 'utf8'))?.[1]);
    expect(stored.sort()).toEqual(addresses.toSorted());
    expect(new Set(told.map(({ file }) => file))).toEqual(new Set(names.map((name) => join(dir, name))));
  });

  it.each([
    "o'hara@example.org",
    'a.b+c@xn--jgeva-dua.ee',
    'a.@example.org',
    '!#$%&*+/=?^_`{|}~-@example.org',
    `${'x'.repeat(64)}@${'y'.repeat(185)}.org`,
  ])('accepts every address that an account can have: %s', async (adresseMail) => {
    const { mailer, dir } = await scratchOutbox();
    await mailer.send(recipient({ adresseMail }), confirm);
    const [header = ''] = (await onlyMail(dir)).toString().split('\r\nAuto-Submitted');
    expect(header.replace(/["\r\n]/g, '')).toContain(`<${adresseMail}>`);
  });

  it.each<[string, Parameters<typeof recipient>[0]]>([
    ['a pseudo with CRLF', { pseudo: 'Ada\r\nBcc: eve@example.org' }],
    ['a pseudo with CR', { pseudo: 'Ada\rBcc: eve@example.org' }],
    ['a pseudo with LF', { pseudo: 'Ada\nX' }],
    ['a pseudo with NUL', { pseudo: 'Ada\0' }],
    ['a pseudo with an escape', { pseudo: 'Ada\u001b[2J' }],
    ['a pseudo with half a character', { pseudo: 'Ada\ud800' }],
    ['an address with CRLF', { adresseMail: 'ada@example.org\r\nBcc: eve@example.org' }],
    ['an address with LF', { adresseMail: 'ada\n@example.org' }],
    ['an address with NUL', { adresseMail: 'ada@example.org\0' }],
    ['two addresses', { adresseMail: 'ada@example.org,eve@example.org' }],
    ['an address in brackets', { adresseMail: 'Ada <ada@example.org>' }],
    ['an address with two ats', { adresseMail: 'ada@example.org@evil.example' }],
    ['an address beyond ASCII', { adresseMail: 'adä@example.org' }],
    ['no address', { adresseMail: '' }],
    ['an address without end', { adresseMail: `ada@${'x'.repeat(1_000_000)}` }],
  ])('refuses %s, writes nothing, and does not repeat it', async (_, fields) => {
    const { mailer, dir, told } = await scratchOutbox();
    const problem: unknown = await mailer.send(recipient(fields), confirm).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(TypeError);
    expect(String(problem)).not.toMatch(/ada|eve/i);
    expect(await mailsIn(dir)).toEqual([]);
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
    expect(told).toEqual([]);
  });
});

describe('onMail', () => {
  it('is called for each mail when it is in the folder', async () => {
    const { mailer, dir, told } = await scratchOutbox();
    await mailer.send(recipient(), confirm);
    const [name = ''] = await mailsIn(dir);
    const link = 'https://algo.example.org/api/users/confirm/secret-token';
    expect(told).toEqual([{ kind: 'confirm', to: 'ada@example.org', link, file: join(dir, name) }]);
    await mailer.send(recipient(), { kind: 'password_changed' });
    expect(told[1]).toMatchObject({
      kind: 'password_changed',
      link: 'https://algo.example.org/api/users/recover',
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no console');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no console'))],
  ])('that %s does not fail the mail, and is reported', async (_, onMail) => {
    const problems: unknown[] = [];
    const reported = Promise.withResolvers<void>();
    const onProblem = (problem: unknown, where: string) => {
      problems.push(problem, where);
      reported.resolve();
    };
    const { mailer, dir } = await scratchOutbox({ onMail, onProblem });
    await mailer.send(recipient(), confirm);
    expect(await mailsIn(dir)).toHaveLength(1);
    await reported.promise;
    expect(problems).toEqual([new Error('no console'), 'notice of a mail']);
  });
});

describe('sendDecoy', () => {
  it('behaves like send for its caller, and delivers nothing', async () => {
    const { mailer, dir, told } = await scratchOutbox();
    const results = [await mailer.sendDecoy('confirm'), await mailer.sendDecoy('recover')];
    expect(results).toEqual([await mailer.send(recipient(), confirm), undefined]);
    expect(await mailsIn(dir)).toHaveLength(1);
    expect(told).toHaveLength(1);
  });

  it('writes about as much as a real mail; only the last one is kept, in a hidden file', async () => {
    const { mailer, dir } = await scratchOutbox();
    await Promise.all(Array.from({ length: 20 }, () => mailer.sendDecoy('recover')));
    expect(await mailsIn(dir)).toEqual([]);
    const [decoy = 'none', ...others] = await readdir(join(dir, 'tmp'));
    expect(others).toEqual([]);
    await mailer.send(recipient(), { kind: 'recover', token: 'x'.repeat(35) });
    const [fake, real] = [(await stat(join(dir, 'tmp', decoy))).size, (await onlyMail(dir)).length];
    expect(Math.abs(fake - real)).toBeLessThan(200);
  });
});

describe('opening', () => {
  it('ignores a partial mail that a crash left, and removes it when no writer can still be writing it', async () => {
    const { dir } = await scratchOutbox();
    const tmp = join(dir, 'tmp');
    await writeFile(join(tmp, 'old'), 'From: half a ma');
    await writeFile(join(tmp, 'fresh'), 'From: half a ma');
    const hourAgo = Date.now() / 1_000 - 3_600;
    await utimes(join(tmp, 'old'), hourAgo, hourAgo);
    await scratchOutbox({ dir });
    expect(await readdir(tmp)).toEqual(['fresh']);
    expect(await mailsIn(dir)).toEqual([]);
  });

  it('keeps the mails that are there', async () => {
    const { mailer, dir } = await scratchOutbox();
    await mailer.send(recipient(), confirm);
    const before = await everything(dir);
    await scratchOutbox({ dir });
    expect(await everything(dir)).toBe(before);
  });
});
