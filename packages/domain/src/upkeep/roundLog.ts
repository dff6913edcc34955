import type { Health } from '../health.ts';

/**
 * Up to which time the rounds in the background have removed what ends by age. It belongs to a store, and a copy of the store begins
 * without it. Both methods throw UnavailableError when they cannot reach the store.
 */
export interface RoundLog extends Health {
  /** Milliseconds since the Unix epoch; null before the first round. @throws DamagedError */
  last(): Promise<number | null>;
  /** Durable when it resolves. Takes the place of the last one, also of a later one; of several at once one stays. */
  record(date: number): Promise<void>;
}
