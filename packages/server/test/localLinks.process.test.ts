import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/index.ts';
import { linkBaseOf, localLinks } from '../src/mails/localLinks.ts';
import { placesOf } from '../src/places.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';
import { runIn } from './cli/runIn.ts';
import { codesOf, examined } from './doctor/support/examined.ts';
import { sampleStore } from './migrate/support/sampleStore.ts';
import { startServer } from './support/serverProcess.ts';

const SMTP = { ALGOTHEQUE_MAIL_URL: 'smtp://127.0.0.1:1' };
const LOCAL = /ALGOTHEQUE_URL: a mail server is set, but .* http:\/\/127\.0\.0\.1:\d+.*ALGOTHEQUE_LOCAL_LINKS=on/;

const problemOf = (env: Record<string, string>): string | null => {
  const settings = loadSettings(env);
  return localLinks(settings, placesOf(settings));
};

describe('links of mails that a mail server sends', () => {
  it.each<Record<string, string>>([
    {},
    { HOST: '0.0.0.0' },
    { ALGOTHEQUE_URL: 'http://localhost:8080' },
    { ALGOTHEQUE_URL: 'https://127.0.0.1' },
    { ALGOTHEQUE_URL: 'http://[::1]:3000' },
    { ALGOTHEQUE_URL: 'http://0.0.0.0:3000' },
    { ALGOTHEQUE_URL: 'http://[::]:3000' },
    { ALGOTHEQUE_URL: 'http://[::ffff:127.0.0.1]:3000' },
    { ALGOTHEQUE_URL: 'http://localhost.:3000' },
    { ALGOTHEQUE_URL: 'https://algorithms.example.org', ALGOTHEQUE_APP_URL: 'http://app.localhost' },
  ])('lead to this machine: %j', (env) => {
    expect(problemOf({ ...SMTP, ...env })).toContain('which is another machine for each reader');
  });

  it.each<Record<string, string>>([
    { ...SMTP, ALGOTHEQUE_URL: 'https://algorithms.example.org' },
    { ...SMTP, ALGOTHEQUE_APP_URL: 'https://app.example.org' },
    { ...SMTP, ALGOTHEQUE_URL: 'http://10.0.0.7' },
    { ...SMTP, ALGOTHEQUE_URL: 'http://[::ffff:10.0.0.7]' },
    { ...SMTP, ALGOTHEQUE_URL: 'http://[::2]' },
    { ...SMTP, ALGOTHEQUE_LOCAL_LINKS: 'on' },
    { HOST: '0.0.0.0' },
  ])('lead elsewhere, or nobody sends them, or it is meant: %j', (env) => {
    expect(problemOf(env)).toBeNull();
  });

  it.each([
    ['::1', 'http://[::1]:3000'],
    ['0:0:0:0:0:0:0:1', 'http://[::1]:3000'],
    ['127.0.0.2', 'http://127.0.0.2:3000'],
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['localhost', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['fe80::1%eth0', 'http://127.0.0.1:3000'],
  ])('lead where a server on %s listens', (HOST, base) => {
    expect(linkBaseOf(loadSettings({ HOST }))).toBe(base);
  });

  it('are refused at the start, which changes nothing', async () => {
    const dir = join(scratchFolder(), 'data');
    const { code, stderr } = await runIn(['serve'], { env: { ...SMTP, PORT: '0', ALGOTHEQUE_DATA_DIR: dir } });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(LOCAL) });
    await expect(openLocal({ dataDir: dir, settings: SMTP })).rejects.toThrow(LOCAL);
  });

  it('are told at the start where they are meant', async () => {
    const env = { ...SMTP, ALGOTHEQUE_LOCAL_LINKS: 'on', ALGOTHEQUE_DATA_DIR: scratchFolder() };
    const server = await startServer(env);
    expect(server.output().stderr).toMatch(/mails by SMTP; their links lead to http:\/\/127\.0\.0\.1:\d+\n/);
    await server.stop();
  });

  it('are told by mail test', async () => {
    const env = { ...SMTP, ALGOTHEQUE_DATA_DIR: scratchFolder() };
    expect((await runIn(['mail', 'test', 'ada@example.org'], { env })).stdout).toMatch(LOCAL);
  });

  it('are a finding of the doctor', async () => {
    const { dataDir } = await sampleStore(join(scratchFolder(), 'data'));
    expect(codesOf(await examined(dataDir, { settings: SMTP }))).toEqual(['links-local']);
    const settings = { ...SMTP, ALGOTHEQUE_URL: 'https://algorithms.example.org' };
    expect(codesOf(await examined(dataDir, { settings }))).toEqual([]);
  });
});

it('a start without limits says so', async () => {
  const server = await startServer({ ALGOTHEQUE_RATE_LIMITS: 'off', ALGOTHEQUE_DATA_DIR: scratchFolder() });
  await server.stop();
  const lines = server
    .output()
    .stdout.split('\n')
    .filter((line) => line.includes('ALGOTHEQUE_RATE_LIMITS=off'));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, msg: expect.stringContaining('nothing limits guesses') }),
  ]);
});
