import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryPorts } from '@algotheque/domain/memory';
import { createApp, createLogger } from '@algotheque/http-koa';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { type LocalOptions, openLocal } from '../src/openLocal.ts';
import { mailFiles, mailText } from './support/outbox.ts';

it('releases the folder when the policy is invalid', async () => {
  const dataDir = scratchFolder();
  await expect(openLocal({ dataDir, policy: { tokenIdleMs: Number.NaN } })).rejects.toThrow(/tokenIdleMs/);
  await (await openLocal({ dataDir })).close();
});

it('refuses an unknown option before it creates the folder', async () => {
  const dataDir = join(tmpdir(), 'local-that-is-not-made');
  const misspelt: object = { onMail() {}, polcy: {} };
  await expect(openLocal({ dataDir, ...misspelt })).rejects.toThrow(
    new RangeError('openLocal has no option onMail, polcy'),
  );
  expect(existsSync(dataDir)).toBe(false);
});

it.each([undefined, null, {}, { dataDir: '' }, { dataDir: null }, { dataDir: 5 }])(
  'refuses %j, and creates no folder',
  async (options) => {
    const hadData = existsSync('data');
    // As JavaScript may call it, where no compiler asks for the folder.
    await expect(openLocal(options as LocalOptions)).rejects.toThrow(TypeError);
    await expect(openLocal(options as LocalOptions)).rejects.toThrow(/dataDir/);
    expect(existsSync('data')).toBe(hadData);
  },
);

it('writes mails with the name of the service, whom to ask, and the life of links of its policy', async () => {
  const dataDir = scratchFolder();
  const settings = { ALGOTHEQUE_NAME: 'Engines', ALGOTHEQUE_SUPPORT: 'help@example.org' };
  const { service, close } = await openLocal({ dataDir, settings, policy: { confirmTtlMs: 7_200_000 } });
  onTestFinished(close);
  await service.registerUser({ email: 'ada@example.org', password: 'long enough', pseudo: 'Ada' });
  const [file = 'none'] = await mailFiles(join(dataDir, 'outbox'));
  const mail = await mailText(file);
  expect(mail).toContain('The link works for 2 hours.');
  expect(mail).toContain('Engines, http://127.0.0.1:3000');
  expect(mail).toContain('Do you need help? help@example.org');
});

async function templatesWith(look: string): Promise<string> {
  const folder = scratchFolder();
  await writeFile(join(folder, 'look.css'), look);
  return folder;
}

it('gives createApp the settings that mails have', async () => {
  const dataDir = scratchFolder();
  const settings = {
    ALGOTHEQUE_NAME: 'Engines',
    ALGOTHEQUE_URL: 'https://algo.example.org',
    ALGOTHEQUE_USERS_PREFIX: '/v1/people',
    ALGOTHEQUE_CORS_ORIGINS: 'https://app.example.org',
    ALGOTHEQUE_APP_URL: 'https://app.example.org/tools',
    ALGOTHEQUE_TEMPLATES: await templatesWith(':root { --accent: #5b2a86 }'),
  };
  const local = await openLocal({ dataDir, settings, policy: { locale: 'fr' } });
  onTestFinished(local.close);
  const server = createApp({ ...local, logger: createLogger({ level: 'silent' }) }).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of a TCP port
  const headers = { Accept: 'text/html', Origin: 'https://app.example.org' };
  const page = await fetch(`http://127.0.0.1:${port}/v1/people/recover`, { headers });
  expect(page.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example.org');
  expect(page.headers.get('Strict-Transport-Security')).not.toBeNull();
  const text = await page.text();
  expect(text).toContain('<html lang="fr">');
  expect(text).toContain('Engines');
  expect(text).toContain('<a href="https://app.example.org/tools">');
  expect(text).toContain('#5b2a86');
  createApp(local); // as it is
});

it.each([
  ['<', /^ALGOTHEQUE_TEMPLATES: look\.css must not have "<" or NUL$/],
  ['\0', /^ALGOTHEQUE_TEMPLATES: look\.css must not have "<" or NUL$/],
  [' '.repeat(65_537), /^ALGOTHEQUE_TEMPLATES: look\.css cannot be read: it is larger than 65536 bytes$/],
])('refuses a look that pages cannot have: %#', async (css, message) => {
  const dataDir = scratchFolder();
  const settings = { ALGOTHEQUE_TEMPLATES: await templatesWith(css) };
  await expect(openLocal({ dataDir, settings })).rejects.toThrow(message);
});

it('refuses a look that is a link to nothing', async () => {
  const folder = scratchFolder();
  await symlink(join(folder, 'absent.css'), join(folder, 'look.css'));
  const settings = { ALGOTHEQUE_TEMPLATES: folder };
  await expect(openLocal({ dataDir: scratchFolder(), settings })).rejects.toThrow(
    'ALGOTHEQUE_TEMPLATES: look.css cannot be read: there is no such file',
  );
});

it('knows its settings by name', () => {
  expectTypeOf<{ ALGOTHEQUE_MAIL_URL: string }>().toExtend<NonNullable<LocalOptions['settings']>>();
  // @ts-expect-error: there is no such setting
  const misspelt: NonNullable<LocalOptions['settings']> = { ALGOTHEQUE_MAIL_ULR: 'smtp://localhost' };
  expect(misspelt).toBeDefined();
});

it.each([2048, true, null])('refuses the setting %s, which is no text, by its name', async (value) => {
  const dataDir = join(tmpdir(), 'local-that-is-not-made');
  const settings: object = { ALGOTHEQUE_BODY_MAX_BYTES: value };
  await expect(openLocal({ dataDir, settings })).rejects.toThrow(
    new TypeError('openLocal takes settings as texts: ALGOTHEQUE_BODY_MAX_BYTES is none'),
  );
  expect(existsSync(dataDir)).toBe(false);
});

describe('ports that are given', () => {
  async function folder(): Promise<string> {
    const dataDir = scratchFolder();
    return dataDir;
  }

  it('replace its own, and all are given out', async () => {
    const dataDir = await folder();
    const { mailer, clock } = memoryPorts();
    const { service, ports, close } = await openLocal({ dataDir, ports: { mailer, clock } });
    onTestFinished(close);
    const { id } = await service.registerUser({ email: 'ada@example.org', password: 'long enough', pseudo: 'Ada' });
    expect(mailer.sent).toMatchObject([{ recipient: { id }, mail: { kind: 'confirm' } }]);
    expect(await mailFiles(join(dataDir, 'outbox'))).toEqual([]);
    expect(ports.mailer).toBe(mailer);
    expect(await ports.users.findById(id)).toMatchObject({ pseudo: 'Ada', dateInscription: clock.now() });
  });

  it('are refused by name if there is no such port, and no folder is created', async () => {
    const dataDir = join(tmpdir(), 'local-that-is-not-made');
    const ports: object = { mailr: {} };
    await expect(openLocal({ dataDir, ports })).rejects.toThrow(new RangeError('ports has no option mailr'));
    expect(existsSync(dataDir)).toBe(false);
  });

  it('are refused if one is null, and the folder is released', async () => {
    const dataDir = await folder();
    const ports: object = { mailer: null };
    await expect(openLocal({ dataDir, ports })).rejects.toThrow(/mailer/);
    await (await openLocal({ dataDir })).close();
  });
});
