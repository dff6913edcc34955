import { isError } from '@algotheque/domain';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { MongoUrlError } from '../errors.ts';

/** What a URL names. */
export interface MongoTarget {
  readonly client: MongoClient;
  /** Another client of the same URL. */
  newClient(): MongoClient;
  /** How many connections a client may have to one server; for a URL that sets no bound (0), what the driver has by default. */
  readonly poolSize: number;
  readonly database: string;
  /** `host:port/database`, for messages: no credentials. */
  readonly location: string;
  /** Milliseconds after which one operation counts as unanswered; 0 for never. */
  readonly operationMs: number;
}

const DEFAULT_DATABASE = 'algotheque';
/** The driver's own. */
const DEFAULT_POOL_SIZE = 100;

// In a valid URL user and password are percent-encoded, so neither has `/`, `?` or `@`.
const FORM = /^mongodb(?:\+srv)?:\/\/(?:([^/?@]*)@)?[^/?@]+(?:\/([^/?@]*))?(?:\?([^?@]*))?$/;

const HOW =
  'it must read mongodb://[user:password@]host[:port][,…]/database[?options], with user and password percent-encoded';

/** Names that MongoDB takes on every system. */
const NAME = /^[^/\\. "$*<>:|?\0]+$/;
const MAX_NAME_BYTES = 63;

const READ_CONCERNS: ReadonlySet<string> = new Set(['local', 'majority', 'linearizable']);

/**
 * The options of a URL that sets none: durable on a majority, read from the primary, and an answer or an error
 * within seconds. `socketTimeoutMS` is the longest silence of a connected server.
 */
export const DEFAULTS = {
  w: 'majority',
  journal: true,
  wtimeoutMS: 2_500,
  readConcernLevel: 'majority',
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 2_000,
  socketTimeoutMS: 3_000,
  appName: 'algotheque',
} as const satisfies MongoClientOptions;

/** How stored values are returned. The adapter relies on it, so a URL must not change it. */
const VALUES = {
  raw: false,
  promoteValues: true,
  promoteLongs: true,
  promoteBuffers: false,
  useBigInt64: false,
  ignoreUndefined: false,
} as const satisfies MongoClientOptions;

/**
 * Reads the URL. Nothing is connected.
 * @throws MongoUrlError which never repeats user or password
 */
export function parseUrl(url: string): MongoTarget {
  const [, , path = '', query = ''] = FORM.exec(url) ?? fail(`The MongoDB URL is malformed: ${HOW}.`);
  const database = decode(path) || DEFAULT_DATABASE;
  if (!NAME.test(database) || Buffer.byteLength(database) > MAX_NAME_BYTES) {
    fail(`The MongoDB URL names no possible database: ${JSON.stringify(database)}.`);
  }
  const client = makeClient(url, query);
  const { hosts, srvHost, serverSelectionTimeoutMS, socketTimeoutMS, maxPoolSize } = client.options;
  checkPromises(client);
  const at = srvHost ?? hosts.map(String).join(',');
  const operationMs = socketTimeoutMS === 0 ? 0 : serverSelectionTimeoutMS + socketTimeoutMS;
  const poolSize = maxPoolSize || DEFAULT_POOL_SIZE;
  return {
    client,
    newClient: () => makeClient(url, query),
    poolSize,
    database,
    location: `${at}/${database}`,
    operationMs,
  };
}

/** Refuses options that would break what the ports promise. */
function checkPromises({ options }: MongoClient): void {
  if (options.writeConcern?.w === 0) fail('The MongoDB URL says w=0: writes would be lost unnoticed.');
  if (options.readPreference.mode !== 'primary') {
    fail('The MongoDB URL sets readPreference: only primary serves, or a token that was deleted would still be found.');
  }
  const level = options.readConcern?.level;
  if (level !== undefined && !READ_CONCERNS.has(level)) {
    fail(`The MongoDB URL sets readConcernLevel to none of ${[...READ_CONCERNS].join(', ')}.`);
  }
}

function makeClient(url: string, query: string): MongoClient {
  const asked = new Map([...new URLSearchParams(query)].map(([name, value]) => [canonical(name), value]));
  const given = new Set(asked.keys());
  // A read with `readConcern: majority` would not find a write that only some members have.
  if (asked.has('w') && asked.get('w') !== DEFAULTS.w) given.add('readconcernlevel');
  const defaults = Object.entries(DEFAULTS).filter(([name]) => !given.has(name.toLowerCase()));
  try {
    return new MongoClient(url, { ...Object.fromEntries(defaults), ...VALUES });
  } catch (error) {
    // The text after `?` has no credentials: the form has excluded that. The driver's own text may quote all of the
    // URL.
    const options = [...asked.keys()].join(', ');
    const reason = isError(error) ? error.name : 'error';
    return fail(
      `The MongoDB URL is malformed (${reason}): ${HOW}${options === '' ? '' : `; its options: ${options}`}.`,
    );
  }
}

function canonical(option: string): string {
  const name = option.toLowerCase();
  return name === 'j' ? 'journal' : name;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return fail(`The MongoDB URL is malformed: ${HOW}.`);
  }
}

function fail(message: string): never {
  throw new MongoUrlError(message);
}
