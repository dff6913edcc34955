import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { placesOf } from '../src/places.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';

describe('a list', () => {
  it.each(['a.example, b', 'a.example,\nb', ' a.example b ', 'a.example,b,'])('takes blanks: %j', (text) => {
    const list = text.replace('a.example', 'https://a.example').replace('b', 'https://b.example');
    const { ALGOTHEQUE_CORS_ORIGINS: origins } = loadSettings({ ALGOTHEQUE_CORS_ORIGINS: list });
    expect(origins).toEqual(['https://a.example', 'https://b.example']);
  });

  it('says how it is written', () => {
    const env = { ALGOTHEQUE_TRUSTED_PROXIES: '127.0.0.1;::1' };
    expect(() => loadSettings(env)).toThrow('separated by commas or blanks, not "127.0.0.1;::1"');
  });
});

describe('quotes that Docker leaves around a value', () => {
  it.each(['"4000"', "'4000'", ' "4000" '])('are removed: %s', (PORT) => {
    expect(loadSettings({ PORT }).PORT).toBe(4_000);
  });

  it.each(['"Ada" <ada@example.org>', '"4000'])('are left where they are part of it: %s', (text) => {
    expect(loadSettings({ ALGOTHEQUE_DATA_DIR: text }).ALGOTHEQUE_DATA_DIR).toBe(text);
  });
});

describe('blanks at the ends of a value', () => {
  it.each<readonly [string, string]>([
    ['ALGOTHEQUE_URL', 'https://x.example'],
    ['ALGOTHEQUE_APP_URL', 'https://app.example'],
    ['HOST', '127.0.0.1'],
    ['PORT', '4000'],
    ['ALGOTHEQUE_DOCS', 'off'],
    ['ALGOTHEQUE_NAME', 'My tools'],
    ['ALGOTHEQUE_DATA_DIR', './d'],
    ['ALGOTHEQUE_STORE_URL', 'sqlite:./x.db'],
    ['ALGOTHEQUE_MAIL_URL', 'smtp://ada:hunter2@mail.example'],
    ['ALGOTHEQUE_USERS_PREFIX', '/users'],
    ['ALGOTHEQUE_MAIL_FROM', 'Ada <ada@example.org>'],
    ['ALGOTHEQUE_SECRET', 'x'.repeat(32)],
  ])('are no part of it: %s', (name, text) => {
    const meant = loadSettings({ [name]: text });
    for (const typed of [`${text} `, ` ${text}`, `${text}\r`, `\u00a0${text}\t\n`, `"${text} "\r`])
      expect(loadSettings({ [name]: typed })).toEqual(meant);
  });

  it('and nothing more are not set', () => {
    expect(loadSettings({ PORT: ' ', ALGOTHEQUE_URL: '\u00a0', ALGOTHEQUE_SECRET: '\r' })).toEqual(loadSettings({}));
  });
});

it.each([
  'https://x.org?',
  'https://x.org#',
  'https://x.org/?a',
  'https://x.org/a b',
  'https://x.org/\ta',
  'https://a@x.org',
])('an address for people is refused by name where links cannot begin with it: %j', (url) => {
  for (const name of ['ALGOTHEQUE_URL', 'ALGOTHEQUE_APP_URL'])
    expect(() => loadSettings({ [name]: url })).toThrow(new RegExp(`^${name} must be `));
});

it.each(['*', 'https://*', 'https://*.a.org', 'https://a.*', 'https://.a.org', 'https://a.org:*'])(
  'an origin that no page has is refused by name: %s',
  (origin) => {
    const env = { ALGOTHEQUE_CORS_ORIGINS: `https://b.org, ${origin}` };
    expect(() => loadSettings(env)).toThrow(/^ALGOTHEQUE_CORS_ORIGINS must be .* without \*/);
  },
);

const PLACES = {
  ALGOTHEQUE_DATA_DIR: [
    'file:./d',
    'file:///srv/d',
    'sqlite:d',
    '~',
    '~/data',
    '~ada/data',
    '$HOME/data',
    `\${HOME}/data`,
    '/srv/$USER',
  ],
  ALGOTHEQUE_STORE_URL: [
    'sqlite::memory:',
    'sqlite:/:memory:',
    'sqlite:///:memory:',
    'sqlite: ./x.db',
    'sqlite:sqlite:x.db',
    'sqlite:file:x.db',
    'sqlite:~/x.db',
    'sqlite://~/x.db',
    'sqlite:$HOME/x.db',
    'sqlite://x/y.db',
    'sqlite:x.db?mode=memory',
  ],
  ALGOTHEQUE_FILES_URL: ['file: algos', 'file:~/algos', 'file://host/algos', 'file:$PWD/algos'],
  ALGOTHEQUE_MAIL_URL: ['file:~/outbox', 'file://$HOME/outbox'],
  ALGOTHEQUE_SECRET_FILE: ['file:secret', '~/secret'],
};

describe('a place', () => {
  it.each(Object.entries(PLACES).flatMap(([name, texts]) => texts.map((text) => [name, text] as const)))(
    '%s is refused by name for what only a shell, or another program, reads: %j',
    (name, text) => {
      expect(() => loadSettings({ [name]: text })).toThrow(new RegExp(`^${name} must be `));
    },
  );

  it.each(['sqlite:x.db', 'sqlite:./x.db', 'sqlite://./x.db'])('is read as it is meant: %s', (url) => {
    expect(placesOf(loadSettings({ ALGOTHEQUE_STORE_URL: url })).store.path).toBe(resolve('x.db'));
  });

  it.each(['sqlite:/srv/x.db', 'sqlite:///srv/x.db'])('is read as it is meant: %s', (url) => {
    expect(placesOf(loadSettings({ ALGOTHEQUE_STORE_URL: url })).store.path).toBe('/srv/x.db');
  });

  it('with credentials is never in a refusal', () => {
    const env = { ALGOTHEQUE_FILES_URL: 'mongodb://ada:hunter2@db.example.org/algotheque' };
    expect(() => loadSettings({ ALGOTHEQUE_FILES_URL: 'http://ada:hunter2@db.example.org' })).toThrow(
      /^ALGOTHEQUE_FILES_URL must be (?!.*hunter2)/,
    );
    expect(() => placesOf(loadSettings(env))).toThrow(/^ALGOTHEQUE_FILES_URL must be (?!.*hunter2)/);
  });

  it('with a dollar sign in its password is taken', () => {
    const url = 'mongodb://ada:pa$word@db.example.org/algotheque';
    expect(loadSettings({ ALGOTHEQUE_STORE_URL: url }).ALGOTHEQUE_STORE_URL).toBe(url);
  });
});

describe.each([
  ['ALGOTHEQUE_STORE_URL', 'mongodb://ada:hunter2@db.example.org/algotheque'],
  ['ALGOTHEQUE_MAIL_URL', 'smtps://ada:hunter2@mail.example.org'],
] as const)('%s in a file', (name, url) => {
  it('is read', async () => {
    const path = join(scratchFolder(), 'url');
    await writeFile(path, `${url}\n`);
    expect(loadSettings({ [`${name}_FILE`]: path })[name]).toBe(url);
    expect(() => loadSettings({ [`${name}_FILE`]: path, [name]: url })).toThrow(
      `Set ${name} or ${name}_FILE, not both`,
    );
  });

  it.each<[string, string | null]>([
    ['empty', '\n'],
    ['absent', null],
    ['wrong', 'ftp://ada:hunter2@x'],
    ['too large', `${url}${' '.repeat(65_536)}`],
  ])('is refused when its file is %s', async (_what, text) => {
    const path = join(scratchFolder(), 'url');
    await mkdir(join(path, '..'), { recursive: true });
    if (text !== null) await writeFile(path, text);
    expect(() => loadSettings({ [`${name}_FILE`]: path })).toThrow(new RegExp(`^${name}(?!.*hunter2)`));
  });
});
