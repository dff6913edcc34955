import { describe, expect, it } from 'vitest';
import { settingsPage } from '../generate/settingsPage.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';
import { SETTINGS } from '../src/settings/schema.ts';
import { SettingsError } from '../src/startError.ts';
import { runIn } from './cli/runIn.ts';

const HOUR = 3_600_000;

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

  it('refuses access tokens that may be idle for longer than they live', () => {
    expect(messageOf({ ALGOTHEQUE_TOKEN_ABSOLUTE: '24h' })).toBe(
      'ALGOTHEQUE_TOKEN_IDLE (172800 s) must not be longer than ALGOTHEQUE_TOKEN_ABSOLUTE (86400 s), which ends every token',
    );
    const equal = { ALGOTHEQUE_TOKEN_IDLE: '24h', ALGOTHEQUE_TOKEN_ABSOLUTE: '1d' };
    expect(loadSettings(equal)).toMatchObject({
      ALGOTHEQUE_TOKEN_IDLE: 24 * HOUR,
      ALGOTHEQUE_TOKEN_ABSOLUTE: 24 * HOUR,
    });
  });

  it('refuses one port for requests and metrics', () => {
    const refusal = 'PORT and ALGOTHEQUE_METRICS must be two ports, not both 3000';
    expect(messageOf({ ALGOTHEQUE_METRICS: '3000' })).toBe(refusal);
    expect(messageOf({ ALGOTHEQUE_METRICS: 'localhost:3000' })).toBe(refusal);
    expect(loadSettings({ PORT: '0', ALGOTHEQUE_METRICS: '0' }).ALGOTHEQUE_METRICS).toEqual({ host: null, port: 0 });
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

  it.each([
    { ALGOTHEQUE_USERS_PREFIX: '/api/algos' },
    { ALGOTHEQUE_ALGOS_PREFIX: '/api/users' },
    { ALGOTHEQUE_USERS_PREFIX: '/v1', ALGOTHEQUE_ALGOS_PREFIX: '/v1' },
  ])('refuses one prefix for both groups of routes, and names both settings in a line: %j', (env) => {
    expect(messageOf(env)).toMatch(
      /^ALGOTHEQUE_USERS_PREFIX and ALGOTHEQUE_ALGOS_PREFIX must be two paths, not both "\/.+"$/,
    );
  });

  it('refuses the prefix of another group for folders', () => {
    expect(messageOf({ ALGOTHEQUE_FOLDERS_PREFIX: '/api/algos' })).toBe(
      'ALGOTHEQUE_ALGOS_PREFIX and ALGOTHEQUE_FOLDERS_PREFIX must be two paths, not both "/api/algos"',
    );
  });

  it.each(['USERS', 'ALGOS', 'FOLDERS'])('refuses the prefix of the administration for %s', (group) => {
    const name = `ALGOTHEQUE_${group}_PREFIX`;
    expect(messageOf({ [name]: '/api/admin' })).toBe(
      `${name} must not be /api/admin, where the routes of the administration are`,
    );
  });

  it('refuses a prefix where people work in a browser', () => {
    const given = { ALGOTHEQUE_ALGOS_PREFIX: '/app/algos' };
    expect(messageOf(given)).toContain('ALGOTHEQUE_ALGOS_PREFIX must not be below /app or /admin');
    expect(loadSettings({ ...given, ALGOTHEQUE_PAGES: 'mails' })).toMatchObject(given);
  });

  it('refuses links of mails that lead to no page', () => {
    const given = { ALGOTHEQUE_PAGES: 'none' };
    expect(messageOf(given)).toContain('ALGOTHEQUE_PAGES=none needs ALGOTHEQUE_APP_URL');
    expect(loadSettings({ ...given, ALGOTHEQUE_APP_URL: 'https://app.example.org' })).toMatchObject(given);
  });

  it('accepts a prefix within the other', () => {
    const nested = { ALGOTHEQUE_USERS_PREFIX: '/v1', ALGOTHEQUE_ALGOS_PREFIX: '/v1/algos' };
    expect(loadSettings(nested)).toMatchObject(nested);
  });

  it.each([
    { ALGOTHEQUE_SOURCE_MAX_BYTES: '1048538' },
    { ALGOTHEQUE_BODY_MAX_BYTES: '524326' },
    { ALGOTHEQUE_SOURCE_MAX_BYTES: '986', ALGOTHEQUE_BODY_MAX_BYTES: '1024' },
  ])('refuses a limit of source code above the limit of bodies, and names both settings in a line: %j', (env) => {
    expect(messageOf(env)).toMatch(
      /^ALGOTHEQUE_SOURCE_MAX_BYTES \(\d+\) does not fit in ALGOTHEQUE_BODY_MAX_BYTES \(\d+\): lower .* at most \d+, or raise .*$/,
    );
  });

  it('refuses imports of more than half of the bytes of all bodies, and names both settings in a line', () => {
    const env = { ALGOTHEQUE_IMPORT_MAX_BYTES: '20000000', ALGOTHEQUE_BODIES_HELD_BYTES: '40000000' };
    expect(loadSettings(env)).toMatchObject({ ALGOTHEQUE_IMPORT_MAX_BYTES: 20_000_000 });
    expect(messageOf({ ...env, ALGOTHEQUE_IMPORT_MAX_BYTES: '20000001' })).toMatch(
      /^ALGOTHEQUE_IMPORT_MAX_BYTES \(20000001\) must be at most half of ALGOTHEQUE_BODIES_HELD_BYTES \(40000000\): .*$/,
    );
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
