import { availableParallelism } from 'node:os';

/** The cost of a hash, and how many are computed at once. */
export interface Argon2Settings {
  /** Memory of one hash, KiB. Default and least: 19,456. */
  readonly memoryKiB: number;
  /** Passes over the memory. Default and least: 2. */
  readonly iterations: number;
  /** Lanes of one hash. Default: 1. */
  readonly parallelism: number;
  /**
   * Hashes computed at once. Default: two more than there are cores, but two threads of Node's pool (`UV_THREADPOOL_SIZE`, 4
   * unless set) stay free for files.
   */
  readonly concurrency: number;
  /** Hashes that may wait for their turn. Default: 256. */
  readonly maxWaiting: number;
  /**
   * Of those, how many one client address (IPv6: one /64) may have. Default: a quarter, 64 of 256: a class that
   * logs in at the same time from one address is served, and three such addresses leave room for others.
   */
  readonly maxWaitingPerAddress: number;
  /** The longest wait for a turn, milliseconds. Default: 5,000. */
  readonly maxWaitMs: number;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

// OWASP Password Storage Cheat Sheet, first choice of parameters: m = 19 MiB, t = 2, p = 1.
const OWASP = { memoryKiB: 19_456, iterations: 2 };

/** Of the argon2 algorithm: RFC 9106, 3.1. */
const MOST_UINT32 = 2 ** 32 - 1;
const MOST_LANES = 255;
const LEAST_KIB_A_LANE = 8;

/** Logins that wait for a hash, and the part of them that one client address may have. */
const MOST_WAITING = 256;
const ADDRESS_PART = 1 / 4;

/**
 * The settings with their defaults.
 * @throws RangeError that names the setting which is no whole number or out of bounds
 */
export function argon2Settings(given: Partial<Argon2Settings>, allowWeak: boolean): Argon2Settings {
  const maxWaiting = given.maxWaiting ?? MOST_WAITING;
  const settings: Argon2Settings = {
    ...OWASP,
    parallelism: 1,
    concurrency: hashesAtOnce(),
    maxWaiting,
    maxWaitingPerAddress: Math.ceil(maxWaiting * ADDRESS_PART),
    maxWaitMs: 5_000,
    ...given,
  };
  const least = allowWeak ? { memoryKiB: LEAST_KIB_A_LANE, iterations: 1 } : OWASP;
  check('parallelism', settings.parallelism, { least: 1, most: MOST_LANES });
  const leastKiB = Math.max(least.memoryKiB, LEAST_KIB_A_LANE * settings.parallelism);
  check('memoryKiB', settings.memoryKiB, { least: leastKiB, most: MOST_UINT32 });
  check('iterations', settings.iterations, { least: least.iterations, most: MOST_UINT32 });
  check('concurrency', settings.concurrency, { least: 1, most: Number.MAX_SAFE_INTEGER });
  check('maxWaiting', settings.maxWaiting, { least: 0, most: Number.MAX_SAFE_INTEGER });
  check('maxWaitingPerAddress', settings.maxWaitingPerAddress, { least: 0, most: Number.MAX_SAFE_INTEGER });
  check('maxWaitMs', settings.maxWaitMs, { least: 1, most: 2 ** 31 - 1 }); // the most that a timer accepts
  return settings;
}

/**
 * Hashes run in Node's thread pool. The next ones begin when the main thread is notified that one has ended, which may be after a
 * commit: the two more keep the cores at work until then.
 */
function hashesAtOnce(): number {
  const pool = Number.parseInt(process.env['UV_THREADPOOL_SIZE'] ?? '4', 10) || 1; // as libuv reads it
  return Math.max(1, Math.min(availableParallelism() + 2, pool - 2));
}

function check(name: keyof Argon2Settings, value: number, { least, most }: Bounds): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${String(value)}`);
}
