import { randomBytes } from 'node:crypto';
import { type Clock, type HashClient, type PasswordHasher, systemClock, type VerifyClient } from '@algotheque/domain';
import { type Algorithm, hash, type ParsedHashOptions, verify } from '@node-rs/argon2';
import { type Argon2Settings, argon2Settings } from './argon2Settings.ts';
import { areAlike, Decoys, OUTPUT_BYTES, parsedOrNull, SALT_BYTES } from './decoys.ts';
import { type HashLoad, HashQueue } from './hashQueue.ts';

export interface Argon2Options extends Partial<Argon2Settings> {
  /** Accepts parameters below OWASP's minimum: for tests. Default: false. */
  readonly allowWeak?: boolean;
  /** The clock for the end of a wait. Default: the machine's. */
  readonly clock?: Pick<Clock, 'sleep'>;
}

/** A hasher that computes a bounded number of hashes at once. */
export interface QueuedHasher extends PasswordHasher {
  readonly load: HashLoad;
}

// The package declares its enums `const`, which a compiler that compiles file by file cannot read.
const ARGON2ID: Algorithm.Argon2id = 2;
const VERSION_19 = 1;

/**
 * Password hashes by argon2id, as PHC strings.
 * @throws RangeError that names the setting which is out of bounds
 */
export function argon2Hasher({ allowWeak = false, clock = systemClock, ...given }: Argon2Options = {}): QueuedHasher {
  const settings = argon2Settings(given, allowWeak);
  return new Argon2Hasher(settings, new HashQueue(settings, clock));
}

class Argon2Hasher implements QueuedHasher {
  readonly #settings: Argon2Settings;
  readonly #queue: HashQueue;
  readonly #decoys: Decoys;

  constructor(settings: Argon2Settings, queue: HashQueue) {
    this.#settings = settings;
    this.#queue = queue;
    const { memoryKiB, iterations, parallelism } = settings;
    this.#decoys = new Decoys(`$argon2id$v=19$m=${memoryKiB},t=${iterations},p=${parallelism}$`);
  }

  get load(): HashLoad {
    return this.#queue.load;
  }

  hash(password: string, client?: HashClient): Promise<string> {
    const { memoryKiB, iterations, parallelism } = this.#settings;
    const cost = { memoryCost: memoryKiB, timeCost: iterations, parallelism };
    return this.#queue.run(
      () => hash(password, { algorithm: ARGON2ID, outputLen: OUTPUT_BYTES, salt: randomBytes(SALT_BYTES), ...cost }),
      client,
    );
  }

  /** @throws Error when the stored hash is malformed: this is not a wrong password */
  async verify(password: string, stored: string | null, client: VerifyClient = {}): Promise<boolean> {
    if (stored !== null) parsed(stored);
    return this.#queue.run(async () => {
      if (stored !== null && (await verify(stored, password))) return true;
      for (const decoy of this.#decoysBeside(stored, client.storedParameters)) await verify(decoy, password);
      return false;
    }, client);
  }

  /** The hashes that are verified besides the stored one, so that every failure costs the same. */
  #decoysBeside(stored: string | null, parameters: readonly string[] | undefined): readonly string[] {
    if (stored !== null && parameters === undefined) return [];
    return this.#decoys.of(parameters ?? []).filter((decoy) => stored === null || !areAlike(decoy, stored));
  }

  /** @throws Error when the stored hash is malformed */
  needsRehash(stored: string): boolean {
    const { algorithm, version, memoryCost, timeCost, saltLen, outputLen } = parsed(stored);
    const isOfKind = algorithm === ARGON2ID && version === VERSION_19;
    const isCostly = memoryCost >= this.#settings.memoryKiB && timeCost >= this.#settings.iterations;
    return !isOfKind || !isCostly || saltLen < SALT_BYTES || outputLen < OUTPUT_BYTES;
  }
}

function parsed(stored: string): ParsedHashOptions {
  const options = parsedOrNull(stored);
  if (options === null) throw new Error('A stored password hash is malformed, or has a cost that no setting gives');
  return options;
}
