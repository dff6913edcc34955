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
    meaning: 'The address to listen on; `0.0.0.0` is every IPv4 address of the machine.',
  }),
  port: setting({
    name: 'PORT',
    default: '3000',
    schema: values.whole(0, 65_535),
    meaning: 'The port to listen on; 0 takes any free port.',
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
    meaning: 'The folder for all local data. Only one server at a time can use it.',
  }),
  storeUrl: setting({
    name: 'ALGOTHEQUE_STORE_URL',
    default: null,
    schema: values.urlOf('sqlite:', 'mongodb://', 'mongodb+srv://'),
    secret: true,
    meaning:
      'Where records are kept: `sqlite:PATH` or `mongodb://…` (database `algotheque`, if the URL names none). Default: `algotheque.db` in the data folder.',
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
      'How long the server keeps mails that it does not send any more: mails in the outbox and in `spool/failed/`. The mails hold e-mail addresses of people, so they are not kept for ever. The default leaves a month to look into a report.',
  }),
  secret: setting({
    name: 'ALGOTHEQUE_SECRET',
    default: null,
    schema: values.secret,
    secret: true,
    meaning:
      'The key that signs the links in mails, at least 32 bytes. All servers of one database need the same key. Default: the first start makes one and keeps it in the data folder.',
  }),
  secretFile: setting({
    name: 'ALGOTHEQUE_SECRET_FILE',
    default: null,
    schema: values.text,
    meaning: 'A file that holds the secret. Use it instead of `ALGOTHEQUE_SECRET`.',
  }),
  rateLimits: setting({
    name: 'ALGOTHEQUE_RATE_LIMITS',
    default: 'on',
    schema: values.onOff,
    meaning: '`off` switches all rate limits off; use it for load tests only.',
  }),
  requireConfirmedEmail: setting({
    name: 'ALGOTHEQUE_REQUIRE_CONFIRMED_EMAIL',
    default: 'off',
    schema: values.onOff,
    meaning: '`on`: users can log in only after they have confirmed their e-mail.',
  }),
  commonPasswords: setting({
    name: 'ALGOTHEQUE_COMMON_PASSWORDS',
    default: null,
    schema: values.text,
    meaning:
      'A file of passwords that nobody may choose: one password a line, in UTF-8, at most 64 MiB. The server reads it at the start. It ignores case, Unicode normal form (NFC) and empty lines. Default: no list.',
  }),
  locale: setting({
    name: 'ALGOTHEQUE_LOCALE',
    default: 'en',
    schema: values.oneOf(['en', 'fr']),
    meaning: 'The language of mails and pages when the request names none: `en` or `fr`.',
  }),
  tokenIdle: setting({
    name: 'ALGOTHEQUE_TOKEN_IDLE',
    default: '48h',
    schema: values.duration(),
    meaning: 'An access token ends when nobody has used it for this long.',
  }),
  tokenAbsolute: setting({
    name: 'ALGOTHEQUE_TOKEN_ABSOLUTE',
    default: '30d',
    schema: values.duration(),
    meaning: 'An access token always ends this long after login.',
  }),
  confirmTtl: setting({
    name: 'ALGOTHEQUE_CONFIRM_TTL',
    default: '24h',
    schema: values.duration('24h'),
    meaning: 'How long the link in a confirmation mail is valid.',
  }),
  recoverTtl: setting({
    name: 'ALGOTHEQUE_RECOVER_TTL',
    default: '30m',
    schema: values.duration('1h'),
    meaning: 'How long the link in a recovery mail is valid.',
  }),
  limitLogin: setting({
    name: 'ALGOTHEQUE_LIMIT_LOGIN',
    default: '10/1m',
    schema: values.rate,
    meaning: 'Failed logins from one client address to one e-mail.',
  }),
  limitLoginEmail: setting({
    name: 'ALGOTHEQUE_LIMIT_LOGIN_EMAIL',
    default: '100/1h',
    schema: values.rate,
    meaning:
      'Failed logins to one e-mail, from all client addresses together. An address from which a login to this e-mail succeeded in the last 30 days does not count.',
  }),
  limitLoginAddress: setting({
    name: 'ALGOTHEQUE_LIMIT_LOGIN_ADDRESS',
    default: '100/10m',
    schema: values.rate,
    meaning:
      'Failed logins from one client address (IPv6: /64), to all e-mails together. Logins to an e-mail do not count and are not refused if a login to it from this address succeeded in the last 30 days. The default is enough for the typing errors of new users in a school behind one address.',
  }),
  limitRegister: setting({
    name: 'ALGOTHEQUE_LIMIT_REGISTER',
    default: '20/1h',
    schema: values.rate,
    meaning: 'Registrations from one client address (IPv6: /64).',
  }),
  limitRegisterNetwork: setting({
    name: 'ALGOTHEQUE_LIMIT_REGISTER_NETWORK',
    default: '100/1h',
    schema: values.rate,
    meaning:
      'Registrations from one IPv6 /56 network. One customer of a provider may have a whole /56, which is 256 networks of /64. The default is five times the limit of one /64, because several people may register from one network.',
  }),
  limitMail: setting({
    name: 'ALGOTHEQUE_LIMIT_MAIL',
    default: '30/1h',
    schema: values.rate,
    meaning:
      'Requests for confirmation and recovery mails from one client address. With the default, a school class behind one address can recover within an hour, and one stranger cannot ask for many mails.',
  }),
  mailsPerLinkLife: setting({
    name: 'ALGOTHEQUE_MAILS_PER_LINK_LIFE',
    default: '5',
    schema: values.whole(1, 1_000),
    meaning:
      'How many mails of one kind (confirmation, recovery) one user gets on request while the links in them are valid. Further requests get the usual answer, but no mail is sent: the user already has this many links that work.',
  }),
  quotaAlgos: setting({
    name: 'ALGOTHEQUE_QUOTA_ALGOS',
    default: '10000',
    schema: values.whole(1, 999_999_999_999_999),
    meaning: 'How many algorithms one user may own. The default is one a day for 27 years: no honest user reaches it.',
  }),
  quotaBytes: setting({
    name: 'ALGOTHEQUE_QUOTA_BYTES',
    default: '1073741824',
    schema: values.whole(1, 999_999_999_999_999),
    meaning:
      'How many bytes of source code one user may own, as compact JSON. The default, 1 GiB, is enough for 10,000 algorithms of 100 KiB; an algorithm in `examples/algorithms` has about 5 KiB.',
  }),
  bodyMaxBytes: setting({
    name: 'ALGOTHEQUE_BODY_MAX_BYTES',
    default: '1048576',
    schema: values.whole(1_024, 16_777_216),
    meaning:
      'The largest request body of an algorithm, in bytes. For requests of the users group it is 16 KiB, or this value if it is smaller.',
  }),
  bodiesHeldBytes: setting({
    name: 'ALGOTHEQUE_BODIES_HELD_BYTES',
    default: '67108864',
    schema: values.whole(33_554_432, 17_179_869_184),
    meaning:
      'How many bytes of request bodies the server holds at one time; the default is 64 bodies of 1 MiB. A request that would exceed it gets 503. Requests without an account share a quarter of it, and requests of accounts share the rest. One client address or account can use an eighth of its share, but always one body.',
  }),
  sourceMaxBytes: setting({
    name: 'ALGOTHEQUE_SOURCE_MAX_BYTES',
    default: '524288',
    schema: values.whole(2, 12_582_912),
    meaning:
      'The largest source code, in bytes as compact JSON. It must fit in `ALGOTHEQUE_BODY_MAX_BYTES` with the other fields of a request: at most that value less 39.',
  }),
  sourceMaxDepth: setting({
    name: 'ALGOTHEQUE_SOURCE_MAX_DEPTH',
    default: '64',
    schema: values.whole(1, 512),
    meaning: 'The deepest nesting of a source code; the root has depth 1.',
  }),
  sourceMaxValues: setting({
    name: 'ALGOTHEQUE_SOURCE_MAX_VALUES',
    default: '50000',
    schema: values.whole(1, 1_000_000),
    meaning: 'The most values in a source code: objects, arrays, strings, numbers, booleans and nulls together.',
  }),
  algoSchema: setting({
    name: 'ALGOTHEQUE_ALGO_SCHEMA',
    default: null,
    schema: values.text,
    meaning:
      'A file with a JSON Schema (2020-12), in UTF-8. Source code must satisfy it, and the bounds above. While a schema is checked, the server answers no other request: do not use `uniqueItems` or slow patterns.',
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
    meaning: 'How many passes (iterations) a password hash takes.',
  }),
  hashParallelism: setting({
    name: 'ALGOTHEQUE_HASH_PARALLELISM',
    default: '1',
    schema: values.whole(1, 16),
    meaning: 'How many lanes (parallelism) a password hash has.',
  }),
  trustedProxies: setting({
    name: 'ALGOTHEQUE_TRUSTED_PROXIES',
    default: '',
    schema: values.networks,
    meaning: 'Proxies whose `X-Forwarded-For` the server believes: addresses and networks, separated by commas.',
  }),
  corsOrigins: setting({
    name: 'ALGOTHEQUE_CORS_ORIGINS',
    default: '',
    schema: values.origins,
    meaning:
      'Origins of web pages that may call the server from a browser, separated by commas. They are compared exactly.',
  }),
  maxConnections: setting({
    name: 'ALGOTHEQUE_MAX_CONNECTIONS',
    default: '2000',
    schema: values.whole(10, 1_000_000),
    meaning:
      'The most connections at one time. When one more comes, the server makes room: the client address (IPv6: /64) with the most connections loses one that is idle or still sends its request. If there is none, the new connection is closed without an answer. Both are counted in the log. An idle connection takes 10 to 35 KiB of memory (measured): 2,000 take up to 70 MB.',
  }),
  stopGrace: setting({
    name: 'ALGOTHEQUE_STOP_GRACE',
    default: '1s',
    schema: values.wait('5s'),
    meaning:
      'How long a server that was told to stop still accepts everything while `/readyz` answers 503, so that a load balancer can send requests elsewhere. It is a part of the 10s that a stop takes at most.',
  }),
  logLevel: setting({
    name: 'ALGOTHEQUE_LOG_LEVEL',
    default: 'info',
    schema: values.oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    meaning: 'The lowest level that is logged: `silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`.',
  }),
  usersPrefix: setting({
    name: 'ALGOTHEQUE_USERS_PREFIX',
    default: '/api/users',
    schema: values.prefix,
    meaning: 'The path under which the users routes are.',
  }),
  algosPrefix: setting({
    name: 'ALGOTHEQUE_ALGOS_PREFIX',
    default: '/api/algos',
    schema: values.prefix,
    meaning: 'The path under which the algorithms routes are.',
  }),
} as const satisfies Readonly<Record<string, Setting>>;
