import type * as v from 'valibot';
import { values } from './values.ts';

/** One setting: the single source of its name, default, form and meaning. */
export interface Setting {
  /** The environment variable. */
  readonly name: string;
  /** What it is when the variable is absent or empty, in the variable's own form; null: nothing, or as `meaning` says. */
  readonly default: string | null;
  /** For --help and the reference page. */
  readonly meaning: string;
  readonly schema: v.GenericSchema<string, unknown>;
  /** Never shown: neither its value nor a part of it. */
  readonly secret?: true;
}

const setting = <Schema extends v.GenericSchema<string, unknown>, Default extends string | null>(definition: {
  readonly name: string;
  readonly default: Default;
  readonly meaning: string;
  readonly schema: Schema;
  readonly secret?: true;
}) => definition;

/** Every setting there is. */
export const SETTINGS = {
  host: setting({
    name: 'HOST',
    default: '127.0.0.1',
    schema: values.text,
    meaning: 'The address to listen on; `0.0.0.0` for all.',
  }),
  port: setting({
    name: 'PORT',
    default: '3000',
    schema: values.whole(0, 65_535),
    meaning: 'The port to listen on; 0 takes a free one.',
  }),
  url: setting({
    name: 'ALGOTHEQUE_URL',
    default: null,
    schema: values.publicUrl,
    meaning: 'The public address, used in mails. Default: `http://localhost:PORT`.',
  }),
  dataDir: setting({
    name: 'ALGOTHEQUE_DATA_DIR',
    default: './data',
    schema: values.text,
    meaning: 'The folder of everything that is kept locally. One server at a time owns it.',
  }),
  storeUrl: setting({
    name: 'ALGOTHEQUE_STORE_URL',
    default: null,
    schema: values.urlOf('sqlite:', 'mongodb://', 'mongodb+srv://'),
    secret: true,
    meaning:
      'Where records are kept: `sqlite:PATH` or `mongodb://…` (database `algotheque` where it names none). Default: `algotheque.db` in the data folder.',
  }),
  filesUrl: setting({
    name: 'ALGOTHEQUE_FILES_URL',
    default: null,
    schema: values.urlOf('file:', 'mongodb:'),
    meaning:
      'Where source code is kept: `file:PATH`, or `mongodb:` for the database of the records. Default: `algos/` in the data folder.',
  }),
  mailUrl: setting({
    name: 'ALGOTHEQUE_MAIL_URL',
    default: null,
    schema: values.urlOf('file:', 'smtp://', 'smtps://'),
    secret: true,
    meaning:
      'Where mails go: `file:PATH` keeps them as .eml files, `smtp://user:password@host:port` or `smtps://…` sends them. Default: `outbox/` in the data folder.',
  }),
  mailFrom: setting({
    name: 'ALGOTHEQUE_MAIL_FROM',
    default: 'algotheque@localhost',
    schema: values.sender,
    meaning: 'The sender of mails.',
  }),
  mailKeep: setting({
    name: 'ALGOTHEQUE_MAIL_KEEP',
    default: '30d',
    schema: values.duration(),
    meaning:
      'How long mails are kept that nobody sends any more: those in the outbox, and those in `spool/failed/`. Long enough to look into a report of a month, for they hold addresses of people.',
  }),
  secret: setting({
    name: 'ALGOTHEQUE_SECRET',
    default: null,
    schema: values.secret,
    secret: true,
    meaning:
      'The key of the mail tokens, at least 32 bytes; the same on every server of one database. Default: made at the first start and kept in the data folder.',
  }),
  secretFile: setting({
    name: 'ALGOTHEQUE_SECRET_FILE',
    default: null,
    schema: values.text,
    meaning: 'A file to read the secret from, in place of `ALGOTHEQUE_SECRET`.',
  }),
  rateLimits: setting({
    name: 'ALGOTHEQUE_RATE_LIMITS',
    default: 'on',
    schema: values.onOff,
    meaning: '`off` for load tests: nothing is limited.',
  }),
  requireConfirmedEmail: setting({
    name: 'ALGOTHEQUE_REQUIRE_CONFIRMED_EMAIL',
    default: 'off',
    schema: values.onOff,
    meaning: '`on`: login only after confirmation.',
  }),
  commonPasswords: setting({
    name: 'ALGOTHEQUE_COMMON_PASSWORDS',
    default: null,
    schema: values.text,
    meaning:
      'A file of passwords that are refused as new ones: one a line, in UTF-8, at most 64 MiB, read at the start. Case and normal form (NFC) make no difference; empty lines are skipped. Default: none is refused.',
  }),
  locale: setting({
    name: 'ALGOTHEQUE_LOCALE',
    default: 'en',
    schema: values.oneOf(['en', 'fr']),
    meaning: 'Language of mails and pages where the request names none: `en` or `fr`.',
  }),
  tokenIdle: setting({
    name: 'ALGOTHEQUE_TOKEN_IDLE',
    default: '48h',
    schema: values.duration(),
    meaning: 'An access token ends when it is not used for this long.',
  }),
  tokenAbsolute: setting({
    name: 'ALGOTHEQUE_TOKEN_ABSOLUTE',
    default: '30d',
    schema: values.duration(),
    meaning: 'An access token ends this long after login in any case.',
  }),
  confirmTtl: setting({
    name: 'ALGOTHEQUE_CONFIRM_TTL',
    default: '24h',
    schema: values.duration('24h'),
    meaning: 'How long the link of a confirmation mail lives; at most 24 h.',
  }),
  recoverTtl: setting({
    name: 'ALGOTHEQUE_RECOVER_TTL',
    default: '30m',
    schema: values.duration('1h'),
    meaning: 'How long the link of a recovery mail lives; at most 1 h.',
  }),
  limitLogin: setting({
    name: 'ALGOTHEQUE_LIMIT_LOGIN',
    default: '10/1m',
    schema: values.rate,
    meaning: 'Failed logins by client address and e-mail.',
  }),
  limitLoginEmail: setting({
    name: 'ALGOTHEQUE_LIMIT_LOGIN_EMAIL',
    default: '100/1h',
    schema: values.rate,
    meaning: 'Failed logins by e-mail, from addresses without a good login to it in the last 30 days.',
  }),
  limitLoginAddress: setting({
    name: 'ALGOTHEQUE_LIMIT_LOGIN_ADDRESS',
    default: '100/10m',
    schema: values.rate,
    meaning:
      'Failed logins by client address (IPv6: /64), whatever the e-mails. Logins to an e-mail that had a good login from that address in the last 30 days do not count and are not refused: the default leaves a school behind one address room for the mistypings of those who are new there.',
  }),
  limitRegister: setting({
    name: 'ALGOTHEQUE_LIMIT_REGISTER',
    default: '20/1h',
    schema: values.rate,
    meaning: 'Registrations by client address (IPv6: /64).',
  }),
  limitRegisterNetwork: setting({
    name: 'ALGOTHEQUE_LIMIT_REGISTER_NETWORK',
    default: '100/1h',
    schema: values.rate,
    meaning:
      'Registrations by IPv6 /56, of which one customer may have all 256 /64; the default is five times that of one /64, for networks in which several register.',
  }),
  limitMail: setting({
    name: 'ALGOTHEQUE_LIMIT_MAIL',
    default: '30/1h',
    schema: values.rate,
    meaning:
      'Confirmation and recovery mails asked for, by client address. The default lets a class behind one address recover within an hour, and a stranger ask for few.',
  }),
  mailsPerLinkLife: setting({
    name: 'ALGOTHEQUE_MAILS_PER_LINK_LIFE',
    default: '5',
    schema: values.whole(1, 1_000),
    meaning:
      'How many mails of a kind that were asked for are sent to one user while the links in them live. More requests are answered as ever and send nothing: whoever asked has this many links that work.',
  }),
  quotaAlgos: setting({
    name: 'ALGOTHEQUE_QUOTA_ALGOS',
    default: '10000',
    schema: values.whole(1, 999_999_999_999_999),
    meaning: 'How many algorithms one user may own. The default is one a day for 27 years: nobody honest meets it.',
  }),
  quotaBytes: setting({
    name: 'ALGOTHEQUE_QUOTA_BYTES',
    default: '1073741824',
    schema: values.whole(1, 999_999_999_999_999),
    meaning:
      'How many bytes of source code one user may own, as compact JSON. The default, 1 GiB, is 10,000 algorithms of 100 KiB; those of `examples/algorithms` have 5.',
  }),
  bodyMaxBytes: setting({
    name: 'ALGOTHEQUE_BODY_MAX_BYTES',
    default: '1048576',
    schema: values.whole(1_024, 16_777_216),
    meaning: 'The largest request body of an algorithm, in bytes. Bodies of the users group end at 16 KiB, or at this.',
  }),
  bodiesHeldBytes: setting({
    name: 'ALGOTHEQUE_BODIES_HELD_BYTES',
    default: '67108864',
    schema: values.whole(33_554_432, 17_179_869_184),
    meaning:
      'Bytes of request bodies that the process holds at once: 64 bodies of 1 MiB. What would exceed it is answered 503. Requests without an account have a quarter of it, accounts the rest; one client address or account has at most an eighth of its share, or one body.',
  }),
  sourceMaxBytes: setting({
    name: 'ALGOTHEQUE_SOURCE_MAX_BYTES',
    default: '524288',
    schema: values.whole(2, 12_582_912),
    meaning: 'The largest source code, in bytes of its compact form.',
  }),
  sourceMaxDepth: setting({
    name: 'ALGOTHEQUE_SOURCE_MAX_DEPTH',
    default: '64',
    schema: values.whole(1, 512),
    meaning: 'The deepest nesting in a source code; the root is 1.',
  }),
  sourceMaxValues: setting({
    name: 'ALGOTHEQUE_SOURCE_MAX_VALUES',
    default: '50000',
    schema: values.whole(1, 1_000_000),
    meaning: 'The most values in a source code, containers and scalars together.',
  }),
  algoSchema: setting({
    name: 'ALGOTHEQUE_ALGO_SCHEMA',
    default: null,
    schema: values.text,
    meaning:
      'A file with a JSON Schema (2020-12) that source code must satisfy, beside the bounds. It holds up the process while it runs: leave out `uniqueItems` and costly patterns.',
  }),
  hashMemory: setting({
    name: 'ALGOTHEQUE_HASH_MEMORY_KIB',
    default: '19456',
    schema: values.whole(19_456, 1_048_576),
    meaning: 'Memory of a password hash (argon2id), in KiB.',
  }),
  hashIterations: setting({
    name: 'ALGOTHEQUE_HASH_ITERATIONS',
    default: '2',
    schema: values.whole(2, 100),
    meaning: 'Passes of a password hash.',
  }),
  hashParallelism: setting({
    name: 'ALGOTHEQUE_HASH_PARALLELISM',
    default: '1',
    schema: values.whole(1, 16),
    meaning: 'Lanes of a password hash.',
  }),
  trustedProxies: setting({
    name: 'ALGOTHEQUE_TRUSTED_PROXIES',
    default: '',
    schema: values.networks,
    meaning: 'Proxies whose `X-Forwarded-For` counts: addresses and networks, separated by commas.',
  }),
  corsOrigins: setting({
    name: 'ALGOTHEQUE_CORS_ORIGINS',
    default: '',
    schema: values.origins,
    meaning: 'Origins of browsers that may call, separated by commas; exact matches only.',
  }),
  maxConnections: setting({
    name: 'ALGOTHEQUE_MAX_CONNECTIONS',
    default: '2000',
    schema: values.whole(10, 1_000_000),
    meaning:
      'The most connections at one time. For one more, the client address with the most (IPv6: the /64) loses one that is idle or still sends its request; if it has none, the new one is closed unanswered. Both are counted in the log. An idle one takes 10 to 35 KiB of memory (measured), so that 2,000 take 70 MB.',
  }),
  stopGrace: setting({
    name: 'ALGOTHEQUE_STOP_GRACE',
    default: '1s',
    schema: values.wait('5s'),
    meaning:
      'How long a server that was told to stop still accepts everything while `/readyz` says 503, so that a load balancer can turn away; `0s` for none, at most 5s of the 10s that a stop takes at most.',
  }),
  logLevel: setting({
    name: 'ALGOTHEQUE_LOG_LEVEL',
    default: 'info',
    schema: values.oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    meaning: 'The least that is logged: `silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`.',
  }),
  usersPrefix: setting({
    name: 'ALGOTHEQUE_USERS_PREFIX',
    default: '/api/users',
    schema: values.prefix,
    meaning: 'Path of the users routes.',
  }),
  algosPrefix: setting({
    name: 'ALGOTHEQUE_ALGOS_PREFIX',
    default: '/api/algos',
    schema: values.prefix,
    meaning: 'Path of the algorithms routes.',
  }),
} as const satisfies Readonly<Record<string, Setting>>;
