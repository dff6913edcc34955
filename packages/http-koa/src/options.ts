import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Locale, requireKnownOptions } from '@algotheque/domain';
import type { TraceParent } from './exchange/head.ts';
import { DEFAULT_PREFIXES, type Prefixes } from './groups.ts';
import { isLook, isNetwork, isOrigin, isPathPrefix, isServiceName, isWebAddress } from './optionValues.ts';

export * from './optionValues.ts';

export interface HttpOptions {
  /** Where each group of routes is mounted. Default: `/api/users`, `/api/algos`, `/api/folders`. */
  readonly prefixes: Prefixes;
  /** The largest body of an algorithm, in bytes. Default: 1 MiB. Bodies of the users group end at 16 KiB, or at this if it is less. */
  readonly maxBodyBytes: number;
  /**
   * The most bytes of request bodies held at once, from the first byte read to the end of the handler; a body that would exceed it is
   * answered 503. At least twice `maxBodyBytes` and `maxImportBytes`. Default: 128 MiB.
   */
  readonly maxHeldBytes: number;
  /** The largest body of an import, in bytes. Default: 16 MiB. Each file in it may have `maxBodyBytes` when it is unpacked. */
  readonly maxImportBytes: number;
  /**
   * The most files and folders of a ZIP that is imported. Default: 20,000: as many algorithms as a user may own, and as many folders and
   * more.
   */
  readonly maxImportEntries: number;
  /** The most bytes of all files of a ZIP when they are unpacked; they are unpacked one by one. Default: 256 MiB. */
  readonly maxImportUnpackedBytes: number;
  /**
   * How many times larger than a ZIP its files may be together, if they have more than `maxImportBytes`. Default: 100; JSON is rarely
   * packed to less than a twentieth.
   */
  readonly maxImportRatio: number;
  /**
   * How many values and names of members the JSON of an algorithm may have: a larger one is refused before it is
   * parsed. Default: 110,000, twice what the default validator accepts, so that the validator decides.
   */
  readonly maxBodyValues: number;
  /** Origins whose pages may call the service, and change things with the cookie of a session; compared exactly. Default: none. */
  readonly corsOrigins: readonly string[];
  /** Addresses and CIDR ranges of trusted proxies: their `X-Forwarded-For` is used. Default: none. */
  readonly trustedProxies: readonly string[];
  /** The address that clients use. With `https:` browsers are told to use only https. Default: not known. */
  readonly publicUrl?: string;
  /** The name of the service on pages: one line of at most 64 code points. Default: Algotheque. */
  readonly name: string;
  /** The address of a front end of one's own, to which pages lead on. Default: none, pages lead nowhere. */
  readonly appUrl?: string;
  /**
   * The folder of the console: `consoleFolder` of `@algotheque/console`. It is served at `/app`, and at `/admin` for owners of the service.
   * `/` leads browsers to `/app`, and pages lead on to it unless there is an `appUrl`. Default: no console.
   */
  readonly console?: string;
  /**
   * Whether a browser gets pages, behind the links of mails and for failures. Without them every answer of a route is JSON. Default: true.
   */
  readonly pages: boolean;
  /**
   * CSS that follows that of pages and console, for example `:root { --accent: #5b2a86 }`; at most 64 KiB, without `<` and NUL. The
   * variables are in `LOOK` of `@algotheque/pages`. Default: none.
   */
  readonly look: string;
  /** The language of pages where the request names none. Default: en. */
  readonly locale: Locale;
  /** Whether `/docs` describes the routes for people, and `/openapi.json` for programs. Default: true. */
  readonly docs: boolean;
  /**
   * Whether requests to paths without a route go on to the host application: in Koa to the middleware that follows, in Express and
   * others to `next`. Default: false, they get 404.
   */
  readonly fallThrough: boolean;
  /** False while the process drains: `/readyz` then answers 503. Default: always true. */
  readonly isReady: () => boolean;
  /** Is notified of every request, for metrics. Default: none. */
  readonly observer?: RequestObserver;
  /** Runs the work of each request, for a tracer. Default: the work runs by itself. */
  readonly around?: AroundRequest;
}

/** What differs from DEFAULT_HTTP_OPTIONS: of the prefixes, too, only those that do. */
export type GivenHttpOptions = Partial<Omit<HttpOptions, 'prefixes'>> & { readonly prefixes?: Partial<Prefixes> };

/** What holds for each option that is not given. Those that are absent here are not set by default. */
export const DEFAULT_HTTP_OPTIONS: HttpOptions = {
  prefixes: DEFAULT_PREFIXES,
  maxBodyBytes: 1_048_576,
  maxHeldBytes: 134_217_728,
  maxImportBytes: 16_777_216,
  maxImportEntries: 20_000,
  maxImportUnpackedBytes: 268_435_456,
  maxImportRatio: 100,
  maxBodyValues: 110_000,
  corsOrigins: [],
  trustedProxies: [],
  name: 'Algotheque',
  pages: true,
  look: '',
  locale: 'en',
  docs: true,
  fallThrough: false,
  isReady: () => true,
};

/** @throws RangeError that names the unknown option, or the option and its wrong value */
export function httpOptions(given: GivenHttpOptions = {}): HttpOptions {
  requireKnownOptions('http', given, {
    ...DEFAULT_HTTP_OPTIONS,
    publicUrl: true,
    appUrl: true,
    console: true,
    observer: true,
    around: true,
  });
  requireKnownOptions('prefixes', given.prefixes ?? {}, DEFAULT_PREFIXES);
  const options = { ...DEFAULT_HTTP_OPTIONS, ...given, prefixes: { ...DEFAULT_PREFIXES, ...given.prefixes } };
  const { prefixes, maxBodyBytes, maxImportBytes, maxHeldBytes, maxBodyValues, corsOrigins, trustedProxies } = options;
  for (const prefix of Object.values(prefixes)) check('prefixes', prefix, isPathPrefix(prefix));
  check('prefixes', prefixes, new Set(Object.values(prefixes)).size === Object.keys(prefixes).length);
  check('prefixes', prefixes, options.console === undefined || !Object.values(prefixes).some(isOfConsole));
  check('maxBodyBytes', maxBodyBytes, isCount(maxBodyBytes));
  check('maxBodyValues', maxBodyValues, isCount(maxBodyValues));
  for (const name of ['maxImportBytes', 'maxImportEntries', 'maxImportUnpackedBytes', 'maxImportRatio'] as const) {
    check(name, options[name], isCount(options[name]));
  }
  const largestBytes = Math.max(maxBodyBytes, maxImportBytes);
  check('maxHeldBytes', maxHeldBytes, isCount(maxHeldBytes) && maxHeldBytes >= 2 * largestBytes);
  for (const origin of corsOrigins) check('corsOrigins', origin, isOrigin(origin));
  for (const proxy of trustedProxies) check('trustedProxies', proxy, isNetwork(proxy));
  check('name', options.name, isServiceName(options.name));
  for (const name of ['publicUrl', 'appUrl'] as const) check(name, options[name], isWebAddress(options[name]));
  check('look', options.look, isLook(options.look));
  check('console', options.console, options.console === undefined || isConsole(options.console));
  return options;
}

function check(option: keyof HttpOptions, value: unknown, isGood: boolean): void {
  if (!isGood) throw new RangeError(`${option} does not take ${JSON.stringify(value)}`);
}

export const isConsole = (folder: string): boolean => existsSync(join(folder, CONSOLE_MANIFEST));

/** Where the console is served; below it are its files and its screens. */
export const APP = '/app';

/** Where owners of the service have theirs: the same page, with the files of the other. */
export const ADMIN = '/admin';

export const isOfConsole = (path: string): boolean => [APP, ADMIN].includes(`/${path.split('/')[1]}`);

/** What the build of the console says of its files. */
export const CONSOLE_MANIFEST = 'manifest.json';

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** A request whose answer is ready. */
export interface AnsweredRequest {
  /** The pattern of its path; null for a path without a route. */
  readonly route: string | null;
  /** As the client sent it: one of the methods that Node reads, which are some forty. */
  readonly method: string;
  readonly status: number;
  /** Since its head was read, in milliseconds. */
  readonly ms: number;
}

/** Is notified of every request, for metrics. Its methods must not throw, and no request waits for them. */
export interface RequestObserver {
  onRequest(): void;
  /** Called once for each request; for a long list when it was sent, or its client has gone. */
  onAnswer(request: AnsweredRequest): void;
}

/**
 * Runs the work of a request, for a tracer. Must call `work` once, and resolve and reject as it does.
 * @param trace where the request came from; null if it did not say so
 */
export type AroundRequest = <Result>(
  request: IncomingMessage,
  trace: TraceParent | null,
  work: () => Promise<Result>,
) => Promise<Result>;
