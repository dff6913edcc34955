import { randomBytes } from 'node:crypto';
import { hashParametersOf } from '@algotheque/domain';
import { type ParsedHashOptions, parseOptions } from '@node-rs/argon2';

export const SALT_BYTES = 16;
export const OUTPUT_BYTES = 32;

/** For how many sets of stored parameters a failed verification does work: those with the highest cost. */
const MOST_SETS = 4;

/** Hashes of unknown random passwords. To verify against one costs as much as any hash with its parameters. */
export class Decoys {
  readonly #current: string;
  /** By parameters; only those of the last answer, so the map is bounded. Null for those that are not argon2's. */
  #made: ReadonlyMap<string, Decoy | null>;

  /** @param current the parameters of hashes that are made now */
  constructor(current: string) {
    this.#current = current;
    this.#made = new Map([[current, decoy(current)]]);
  }

  /** One for each of the stored parameters and the current ones; at most four, with the highest cost. */
  of(stored: readonly string[]): readonly string[] {
    const wanted = new Set([this.#current, ...stored]);
    this.#made = new Map(
      [...wanted].map((parameters) => [parameters, this.#made.get(parameters) ?? decoy(parameters)]),
    );
    const decoys = [...this.#made.values()].filter((made) => made !== null);
    const dearest = decoys.toSorted((one, other) => other.cost - one.cost).slice(0, MOST_SETS);
    return dearest.map(({ hash }) => hash);
  }
}

export const areAlike = (hash: string, other: string): boolean => hashParametersOf(hash) === hashParametersOf(other);

interface Decoy {
  readonly hash: string;
  /** KiB × passes: the work is proportional to it. */
  readonly cost: number;
}

function decoy(parameters: string): Decoy | null {
  const part = (length: number) => randomBytes(length).toString('base64').replaceAll('=', '');
  const hash = `${parameters}${part(SALT_BYTES)}$${part(OUTPUT_BYTES)}`;
  const options = parsedOrNull(hash);
  // No real password is verified with such parameters either.
  return options && { hash, cost: options.memoryCost * options.timeCost };
}

/**
 * The highest cost of a stored hash that is verified: 1 GiB, 100 passes, 16 lanes, as much as the server's settings accept.
 * A hash of a higher cost is damaged: to verify it would take all memory, or hours.
 */
const MOST = { memoryCost: 1_048_576, timeCost: 100, parallelism: 16 } as const;

/** The parameters of a stored hash; null for a text that is no hash, or one of too high a cost. */
export function parsedOrNull(stored: string): ParsedHashOptions | null {
  try {
    const options = parseOptions(stored);
    const { memoryCost, timeCost, parallelism } = options;
    const isBounded = memoryCost <= MOST.memoryCost && timeCost <= MOST.timeCost && parallelism <= MOST.parallelism;
    return isBounded ? options : null;
  } catch {
    return null; // argon2 gives no further reason
  }
}
