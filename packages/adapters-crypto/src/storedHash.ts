import { type ParsedHashOptions, parseOptions } from '@node-rs/argon2';

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
