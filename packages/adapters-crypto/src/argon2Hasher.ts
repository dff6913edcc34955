import { randomBytes } from 'node:crypto';
import { type Clock, type HashClient, type PasswordHasher, systemClock } from '@algotheque/domain';
import { type Algorithm, hash, type ParsedHashOptions, parseOptions, verify } from '@node-rs/argon2';
import { type Argon2Settings, argon2Settings } from './argon2Settings.ts';
import { HashQueue } from './hashQueue.ts';

export interface Argon2Options extends Partial<Argon2Settings> {
  /** Takes parameters below OWASP's minimum: for tests. Default: false. */
  readonly allowWeak?: boolean;
  /** By which waiting ends. Default: the machine's. */
  readonly clock?: Pick<Clock, 'sleep'>;
}

// The package declares its enums `const`, which a compiler that works file by file cannot read.
const ARGON2ID: Algorithm.Argon2id = 2;
const VERSION_19 = 1;
const SALT_BYTES = 16;
const OUTPUT_BYTES = 32;

/**
 * Password hashes by argon2id, as PHC strings.
 * @throws RangeError that names the setting which is out of bounds
 */
export function argon2Hasher({ allowWeak = false, clock = systemClock, ...given }: Argon2Options = {}): PasswordHasher {
  const settings = argon2Settings(given, allowWeak);
  return new Argon2Hasher(settings, new HashQueue(settings, clock));
}

class Argon2Hasher implements PasswordHasher {
  readonly #settings: Argon2Settings;
  readonly #queue: HashQueue;
  /** A hash of the current cost, of no password that anybody knows. */
  readonly #decoy: string;

  constructor(settings: Argon2Settings, queue: HashQueue) {
    this.#settings = settings;
    this.#queue = queue;
    this.#decoy = decoyHash(settings);
  }

  hash(password: string, client?: HashClient): Promise<string> {
    const { memoryKiB, iterations, parallelism } = this.#settings;
    const cost = { memoryCost: memoryKiB, timeCost: iterations, parallelism };
    return this.#queue.run(
      () => hash(password, { algorithm: ARGON2ID, outputLen: OUTPUT_BYTES, salt: randomBytes(SALT_BYTES), ...cost }),
      client,
    );
  }

  /** @throws Error when the stored hash is malformed: that is no wrong password */
  async verify(password: string, stored: string | null, client?: HashClient): Promise<boolean> {
    if (stored !== null) parsed(stored);
    const isRight = await this.#queue.run(() => verify(stored ?? this.#decoy, password), client);
    return isRight && stored !== null;
  }

  /** @throws Error when the stored hash is malformed */
  needsRehash(stored: string): boolean {
    const { algorithm, version, memoryCost, timeCost, saltLen, outputLen } = parsed(stored);
    const isOfKind = algorithm === ARGON2ID && version === VERSION_19;
    const isCostly = memoryCost >= this.#settings.memoryKiB && timeCost >= this.#settings.iterations;
    return !isOfKind || !isCostly || saltLen < SALT_BYTES || outputLen < OUTPUT_BYTES;
  }
}

/** Random bytes in the form of a hash: to verify against it costs what any verification costs. */
function decoyHash({ memoryKiB, iterations, parallelism }: Argon2Settings): string {
  const part = (length: number) => randomBytes(length).toString('base64').replaceAll('=', '');
  const cost = `m=${memoryKiB},t=${iterations},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${part(SALT_BYTES)}$${part(OUTPUT_BYTES)}`;
}

function parsed(stored: string): ParsedHashOptions {
  try {
    return parseOptions(stored);
  } catch (error) {
    throw new Error('A stored password hash is malformed', { cause: error });
  }
}
