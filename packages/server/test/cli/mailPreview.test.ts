import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { runIn } from './runIn.ts';

const KINDS = [
  'account_recovered',
  'algo_shared',
  'change_email',
  'confirm',
  'email_changed',
  'email_displaced',
  'email_reserved',
  'email_taken',
  'email_taken_back',
  'password_changed',
  'recover',
  'share_invitation',
  'test',
];
const NAMES = KINDS.flatMap((kind) => ['en.eml', 'en.html', 'fr.eml', 'fr.html'].map((end) => `${kind}.${end}`));

const SETTINGS = {
  ALGOTHEQUE_NAME: 'Engines',
  ALGOTHEQUE_MAIL_FROM: 'Ada and others <service@example.org>',
  ALGOTHEQUE_APP_URL: 'https://app.example.org',
};

it('mail preview writes every mail in every language, as the settings and templates have it, twice', async () => {
  const folder = scratchFolder();
  const [dir, templates] = [join(folder, 'new', 'mails'), join(folder, 'templates')];
  await mkdir(templates);
  await writeFile(join(templates, 'fr.json'), JSON.stringify({ greeting: 'Salut {{pseudo}} !' }));
  const env = { ...SETTINGS, ALGOTHEQUE_DATA_DIR: join(folder, 'data'), ALGOTHEQUE_TEMPLATES: templates };
  for (const run of [1, 2]) {
    const { code, stdout } = await runIn(['mail', 'preview', dir, '--json'], { env });
    expect([code, JSON.parse(stdout)], `run ${run}`).toEqual([0, { dir, files: NAMES }]);
  }
  expect((await readdir(dir)).sort()).toEqual(NAMES);
  expect(await readdir(folder)).not.toContain('data');
  const mail = (await readFile(join(dir, 'recover.fr.eml'), 'utf8')).replaceAll('=\r\n', '');
  const lines = ['From: Ada and others <service@example.org>', 'Salut Ada !', 'Engines, https://app.example.org'];
  for (const line of lines) expect(mail.split('\r\n')).toContain(line);
  const html = await readFile(join(dir, 'recover.fr.html'), 'utf8');
  expect(html).toContain('href="https://app.example.org/recover#token=');
  expect(html).toContain('Salut Ada !');
});

it('mail preview replaces files with the names of its own, follows no link, and refuses what is no folder', async () => {
  const dir = scratchFolder();
  const env = { ALGOTHEQUE_DATA_DIR: join(dir, 'data') };
  await writeFile(join(dir, 'mine'), 'mine');
  await symlink(join(dir, 'mine'), join(dir, 'recover.fr.html'));
  expect((await runIn(['mail', 'preview', dir], { env })).code).toBe(0);
  expect(await readFile(join(dir, 'recover.fr.html'), 'utf8')).toContain('<html');
  expect(await readFile(join(dir, 'mine'), 'utf8')).toBe('mine');
  expect((await runIn(['mail', 'preview', join(dir, 'mine')], { env })).code).toBe(1);
});

it('templates that are wrong are refused with one line each, before anything is made', async () => {
  const folder = scratchFolder();
  await writeFile(join(folder, 'en.json'), JSON.stringify({ greeting: '{{you}}', help: 5 }));
  const env = { ALGOTHEQUE_DATA_DIR: join(folder, 'data'), ALGOTHEQUE_TEMPLATES: folder };
  const { code, stderr } = await runIn(['mail', 'preview', join(folder, 'out')], { env });
  expect(code).toBe(1);
  const line = 'ALGOTHEQUE_TEMPLATES: en.json: ';
  expect(stderr).toContain(`${line}greeting has the unknown placeholder {{you}}`);
  expect(stderr).toContain(`${line}help is not a text`);
  expect(await readdir(folder)).toEqual(['en.json']);
});
