import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Clock, type PasswordHasher, systemClock } from '@algotheque/domain';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { HashQueue } from './hashQueue.ts';

/** The least that the OWASP Password Storage Cheat Sheet recommends for argon2id; also the defaults. */
const LEAST = { memoryKiB: 19_456, iterations: 2, parallelism: 1 } as const;

// `Algorithm.Argon2id` of the library is an ambient const enum, which sources that run as they are cannot read.
const ARGON2ID = 2 as Algorithm;

export interface Argon2Options {
  /** Memory of one hash, in KiB. Default and least: 19,456. */
  readonly memoryKiB?: number;
  /** Passes. Default and least: 2. */
  readonly iterations?: number;
  /** Lanes. Default and least: 1. */
  readonly parallelism?: number;
  /** How many hashes run at once. Default: one a core; more are not faster. */
  readonly concurrency?: number;
  /** How many more may wait. Default: 256. */
  readonly maxWaiting?: number;
  /** How long one may wait, in milliseconds. Default: 5,000. */
  readonly maxWaitMs?: number;
  /** Lets the cost be below the least, for tests that hash much. Default: false. */
  readonly allowWeak?: boolean;
  readonly clock?: Clock;
}

/**
 * Passwords by argon2id, as PHC strings with a fresh salt of 16 bytes. `verify` throws on a stored hash that is none.
 * @throws RangeError that names the option that is out of bounds
 */
export function argon2Hasher(options: Argon2Options = {}): PasswordHasher {
  const cost = { ...LEAST, ...pick(options) };
  if (options.allowWeak !== true) checkCost(cost);
  const { concurrency = availableParallelism(), maxWaiting = 256, maxWaitMs = 5_000, clock = systemClock } = options;
  const queue = new HashQueue({ concurrency, maxWaiting, maxWaitMs, clock });
  const parameters = {
    algorithm: ARGON2ID,
    memoryCost: cost.memoryKiB,
    timeCost: cost.iterations,
    parallelism: cost.parallelism,
  };
  const make = (password: string) => hash(password, { ...parameters, salt: randomBytes(16) });
  let decoy: string | undefined;
  return {
    hash: (password) => queue.run(() => make(password)),
    verify: (password, stored) =>
      queue.run(async () => {
        decoy ??= await make(randomBytes(32).toString('base64url')); // whoever comes first pays, known or not
        const isRight = await verify(stored ?? decoy, password);
        return isRight && stored !== null;
      }),
    needsRehash: (stored) => isWeaker(stored, cost),
  };
}

type Cost = Record<keyof typeof LEAST, number>;

function pick({ memoryKiB, iterations, parallelism }: Argon2Options): Partial<Cost> {
  return {
    ...(memoryKiB !== undefined && { memoryKiB }),
    ...(iterations !== undefined && { iterations }),
    ...(parallelism !== undefined && { parallelism }),
  };
}

function checkCost(cost: Cost): void {
  for (const name of ['memoryKiB', 'iterations', 'parallelism'] as const) {
    if (!Number.isSafeInteger(cost[name]) || cost[name] < LEAST[name]) {
      throw new RangeError(`${name} must be a whole number of at least ${LEAST[name]}`);
    }
  }
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

function isWeaker(stored: string, cost: Cost): boolean {
  const [, memory, iterations, lanes] = PHC.exec(stored) ?? [];
  if (lanes === undefined) return true;
  return Number(memory) < cost.memoryKiB || Number(iterations) < cost.iterations || Number(lanes) < cost.parallelism;
}
