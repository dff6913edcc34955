import { describe, expect, it } from 'vitest';
import { settingsPage } from '../generate/settingsPage.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';
import { SETTINGS } from '../src/settings/schema.ts';
import { SettingsError } from '../src/startError.ts';
import { runIn } from './cli/runIn.ts';

const HOUR = 3_600_000;
const samePath = (one: string, other: string, path: string) =>
  `ALGOTHEQUE_${one}_PREFIX and ALGOTHEQUE_${other}_PREFIX must be two paths, not both "${path}"`;
const TOO_LARGE =
  /^ALGOTHEQUE_SOURCE_MAX_BYTES \(\d+\) does not fit in ALGOTHEQUE_BODY_MAX_BYTES \(\d+\): lower .* at most \d+, or raise .*$/;

const messageOf = (env: Record<string, string>): string => {
  try {
    loadSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('nothing was wrong');
};

describe('settings', () => {
  it.each(['ALGOTHEQUE_URL', 'ALGOTHEQUE_APP_URL'])(
    'does not repeat a refused %s, which may have a password',
    (name) => {
      expect(messageOf({ [name]: 'https://ada:hidden@example.org' })).not.toContain('hidden');
    },
  );

  it('has the documented defaults', () => {
    expect(loadSettings({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3_000,
      ALGOTHEQUE_URL: null,
      ALGOTHEQUE_STORE_URL: null,
      ALGOTHEQUE_RATE_LIMITS: true,
      ALGOTHEQUE_REQUIRE_CONFIRMED_EMAIL: false,
      ALGOTHEQUE_EMAIL_CASE: 'exact',
      ALGOTHEQUE_COMMON_PASSWORDS: null,
      ALGOTHEQUE_TOKEN_IDLE: 48 * HOUR,
      ALGOTHEQUE_TOKEN_ABSOLUTE: 720 * HOUR,
      ALGOTHEQUE_RECOVER_TTL: HOUR / 2,
      ALGOTHEQUE_LIMIT_LOGIN: { limit: 10, windowMs: 60_000 },
      ALGOTHEQUE_QUOTA_ALGOS: 10_000,
      ALGOTHEQUE_QUOTA_BYTES: 1_073_741_824,
      ALGOTHEQUE_BODY_MAX_BYTES: 1_048_576,
      ALGOTHEQUE_CORS_ORIGINS: [],
      ALGOTHEQUE_TRUSTED_PROXIES: [],
    });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', 'three'],
    ['PORT', '-1'],
    ['ALGOTHEQUE_URL', 'ftp://example.org'],
    ['ALGOTHEQUE_URL', 'https://example.org/?x=1'],
    ['ALGOTHEQUE_NAME', 'two\nlines'],
    ['ALGOTHEQUE_NAME', 'a'.repeat(65)],
    ['ALGOTHEQUE_APP_URL', 'javascript:alert(1)'],
    ['ALGOTHEQUE_STORE_URL', 'postgres://localhost'],
    ['ALGOTHEQUE_FILES_URL', 's3://bucket'],
    ['ALGOTHEQUE_MAIL_URL', 'sendmail:'],
    ['ALGOTHEQUE_MAIL_FROM', 'nobody'],
    ['ALGOTHEQUE_MAIL_FROM', 'a@example.org>'],
    ['ALGOTHEQUE_MAIL_FROM', 'Ada <a@example.org'],
    ['ALGOTHEQUE_MAIL_FROM', '<a@example.org>'],
    ['ALGOTHEQUE_SUPPORT', 'the office'],
    ['ALGOTHEQUE_SUPPORT', 'javascript:alert(1)'],
    ['ALGOTHEQUE_SECRET', 'short'],
    ['ALGOTHEQUE_RATE_LIMITS', 'yes'],
    ['ALGOTHEQUE_LOCALE', 'de'],
    ['ALGOTHEQUE_PAGES', 'off'],
    ['ALGOTHEQUE_TOKEN_IDLE', '48'],
    ['ALGOTHEQUE_CONFIRM_TTL', '25h'],
    ['ALGOTHEQUE_STOP_GRACE', '6s'],
    ['ALGOTHEQUE_STOP_GRACE', '0'],
    ['ALGOTHEQUE_SCRUB', '30'],
    ['ALGOTHEQUE_SCRUB', 'on'],
    ['ALGOTHEQUE_RECOVER_TTL', '2h'],
    ['ALGOTHEQUE_LIMIT_LOGIN', '10'],
    ['ALGOTHEQUE_QUOTA_ALGOS', '0'],
    ['ALGOTHEQUE_QUOTA_BYTES', '1GiB'],
    ['ALGOTHEQUE_BODY_MAX_BYTES', '1e6'],
    ['ALGOTHEQUE_HASH_MEMORY_KIB', '1024'],
    ['ALGOTHEQUE_HASH_ITERATIONS', '1'],
    ['ALGOTHEQUE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['ALGOTHEQUE_TRUSTED_PROXIES', 'proxy.local'],
    ['ALGOTHEQUE_CORS_ORIGINS', '*'],
    ['ALGOTHEQUE_CORS_ORIGINS', 'null'],
    ['ALGOTHEQUE_CORS_ORIGINS', 'https://app.example.org/'],
    ['ALGOTHEQUE_LOG_LEVEL', 'loud'],
    ['ALGOTHEQUE_USERS_PREFIX', '/api/users/'],
    ['ALGOTHEQUE_ALGOS_PREFIX', 'api'],
  ])('refuses %s=%s and names it', (name, value) => {
    expect(messageOf({ [name]: value })).toContain(name);
  });

  it('refuses unknown settings, and names all errors at once', () => {
    const message = messageOf({ ALGOTHEQUE_DATADIR: './x', PORT: 'x' });
    expect(message).toContain('ALGOTHEQUE_DATADIR is not a setting');
    expect(message).toContain('PORT must be');
  });

  it.each([
    ['ALGOTHEQUE_DATADIR', 'ALGOTHEQUE_DATA_DIR'],
    ['ALGOTHEQUE_TRUSTED_PROXY', 'ALGOTHEQUE_TRUSTED_PROXIES'],
    ['ALGOTHEQUE_HOST', 'HOST'],
    ['ALGOTHEQUE_PORT', 'PORT'],
  ])('names the setting that %s may mean: %s', (name, meant) => {
    expect(messageOf({ [name]: '8080' })).toContain(`${name} is not a setting (did you mean ${meant}?)\n`);
  });

  it('names no setting for a name that is like none', () => {
    expect(messageOf({ ALGOTHEQUE_FLUX_CAPACITOR: 'x' })).toContain('ALGOTHEQUE_FLUX_CAPACITOR is not a setting\n');
  });

  it.each([
    ['9464', { host: null, port: 9_464 }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9_464 }],
    ['metrics.example.org:65535', { host: 'metrics.example.org', port: 65_535 }],
    ['[::1]:0', { host: '::1', port: 0 }],
    ['[fe80::1%eth0]:9464', { host: 'fe80::1%eth0', port: 9_464 }],
    ['::1:9464', null],
    ['localhost', null],
    [':9464', null],
    ['localhost:65536', null],
    ['http://localhost:9464', null],
    ['-1', null],
  ])('reads the place of metrics: %s', (ALGOTHEQUE_METRICS, place) => {
    if (place !== null) expect(loadSettings({ ALGOTHEQUE_METRICS }).ALGOTHEQUE_METRICS).toEqual(place);
    else
      expect(messageOf({ ALGOTHEQUE_METRICS })).toContain('ALGOTHEQUE_METRICS must be PORT or HOST:PORT with a port');
  });

  it.each<[Record<string, string>, string | RegExp]>([
    [
      { ALGOTHEQUE_TOKEN_ABSOLUTE: '24h' },
      'ALGOTHEQUE_TOKEN_IDLE (172800 s) must not be longer than ALGOTHEQUE_TOKEN_ABSOLUTE (86400 s), which ends every token',
    ],
    [{ ALGOTHEQUE_METRICS: '3000' }, 'PORT and ALGOTHEQUE_METRICS must be two ports, not both 3000'],
    [{ ALGOTHEQUE_METRICS: 'localhost:3000' }, 'PORT and ALGOTHEQUE_METRICS must be two ports, not both 3000'],
    [{ ALGOTHEQUE_USERS_PREFIX: '/api/algos' }, samePath('USERS', 'ALGOS', '/api/algos')],
    [{ ALGOTHEQUE_ALGOS_PREFIX: '/api/users' }, samePath('USERS', 'ALGOS', '/api/users')],
    [{ ALGOTHEQUE_USERS_PREFIX: '/v1', ALGOTHEQUE_ALGOS_PREFIX: '/v1' }, samePath('USERS', 'ALGOS', '/v1')],
    [{ ALGOTHEQUE_FOLDERS_PREFIX: '/api/algos' }, samePath('ALGOS', 'FOLDERS', '/api/algos')],
    [{ ALGOTHEQUE_ALGOS_PREFIX: '/app/algos' }, /^ALGOTHEQUE_ALGOS_PREFIX must not be below \/app or \/admin.*$/],
    [{ ALGOTHEQUE_PAGES: 'none' }, /^ALGOTHEQUE_PAGES=none needs ALGOTHEQUE_APP_URL.*$/],
    [{ ALGOTHEQUE_SOURCE_MAX_BYTES: '1048538' }, TOO_LARGE],
    [{ ALGOTHEQUE_BODY_MAX_BYTES: '524326' }, TOO_LARGE],
    [{ ALGOTHEQUE_SOURCE_MAX_BYTES: '986', ALGOTHEQUE_BODY_MAX_BYTES: '1024' }, TOO_LARGE],
    [
      { ALGOTHEQUE_IMPORT_MAX_BYTES: '20000001', ALGOTHEQUE_BODIES_HELD_BYTES: '40000000' },
      /^ALGOTHEQUE_IMPORT_MAX_BYTES \(20000001\) must be at most half of ALGOTHEQUE_BODIES_HELD_BYTES \(40000000\): .*$/,
    ],
  ])('refuses settings that do not fit each other, and names both in a line: %j', (env, message) => {
    expect(messageOf(env)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it.each([
    { ALGOTHEQUE_TOKEN_IDLE: '24h', ALGOTHEQUE_TOKEN_ABSOLUTE: '1d' },
    { PORT: '0', ALGOTHEQUE_METRICS: '0' },
    { ALGOTHEQUE_ALGOS_PREFIX: '/app/algos', ALGOTHEQUE_PAGES: 'mails' },
    { ALGOTHEQUE_PAGES: 'none', ALGOTHEQUE_APP_URL: 'https://app.example.org' },
    { ALGOTHEQUE_USERS_PREFIX: '/v1', ALGOTHEQUE_ALGOS_PREFIX: '/v1/algos' }, // one is within the other
    { ALGOTHEQUE_IMPORT_MAX_BYTES: '20000000', ALGOTHEQUE_BODIES_HELD_BYTES: '40000000' },
  ])('accepts settings that just fit each other: %j', (env) => {
    expect(() => loadSettings(env)).not.toThrow();
  });

  it('accepts the largest limit of source code for a limit of bodies', () => {
    const source = 985;
    const body = JSON.stringify({ ownerId: 1, nom: 'abc', sourceCode: ['x'.repeat(source - 4)] });
    expect(JSON.stringify(['x'.repeat(source - 4)])).toHaveLength(source);
    expect(body).toHaveLength(1_024);
    const env = { ALGOTHEQUE_SOURCE_MAX_BYTES: `${source}`, ALGOTHEQUE_BODY_MAX_BYTES: `${body.length}` };
    expect(loadSettings(env)).toMatchObject({
      ALGOTHEQUE_SOURCE_MAX_BYTES: source,
      ALGOTHEQUE_BODY_MAX_BYTES: body.length,
    });
  });

  it('ignores variables that orchestrators inject for a service of this name', () => {
    const env = {
      ALGOTHEQUE_SERVICE_HOST: '10.0.0.1',
      ALGOTHEQUE_SERVICE_PORT_HTTP: '80',
      ALGOTHEQUE_PORT: 'tcp://10.0.0.1:80',
      ALGOTHEQUE_PORT_80_TCP_ADDR: '10.0.0.1',
    };
    expect(loadSettings(env)).toEqual(loadSettings({}));
  });

  it('treats an empty variable as not set', () => {
    expect(loadSettings({ PORT: '', ALGOTHEQUE_STORE_URL: '' })).toEqual(loadSettings({}));
  });

  it('never shows a value that may hold a password', () => {
    const message = messageOf({
      ALGOTHEQUE_STORE_URL: 'mysql://root:hunter2@db',
      ALGOTHEQUE_MAIL_URL: 'imap://me:hunter2@mail',
      ALGOTHEQUE_SECRET: 'hunter2',
    });
    expect(message).toMatch(/STORE_URL[\s\S]*MAIL_URL[\s\S]*SECRET/);
    expect(message).not.toContain('hunter2');
  });
});

describe('the reference', () => {
  it('is the page docs/settings.md', async () => {
    await expect(settingsPage()).toMatchFileSnapshot('../../../docs/settings.md');
  });

  it('names every setting in --help', async () => {
    const { stdout: text } = await runIn(['--help']);
    for (const name of Object.keys(SETTINGS)) expect(text).toContain(name);
  });

  it.each([
    ['PORT', '3000', '0 to 65,535'],
    ['ALGOTHEQUE_MAX_CONNECTIONS', '2000', '10 to 1,000,000'],
    ['ALGOTHEQUE_CONFIRM_TTL', '24h', '1s to 24h'],
    ['ALGOTHEQUE_STOP_GRACE', '1s', '0s to 5s'],
  ])('shows the range of %s on the page and in --help, and accepts its ends', async (name, standard, range) => {
    expect(settingsPage()).toContain(`| \`${name}\` | \`${standard}\` | ${range} | `);
    expect((await runIn(['--help'])).stdout).toContain(`  ${name} (${standard}; ${range})\n`);
    for (const end of range.replaceAll(',', '').split(' to '))
      expect(() => loadSettings({ [name]: end })).not.toThrow();
  });
});
