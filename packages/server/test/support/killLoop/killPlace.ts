import { join } from 'node:path';
import type { Held } from '@algotheque/testing/worlds';

/** Beside the content in its folder. */
export const OWN_NAMES = ['lock.db', 'owner-id', join('staging', 'probe')];

/** Where servers keep their data, one after the other. */
export interface KillPlace {
  readonly env: Readonly<Record<string, string>>;
  /** Resolves after so many changes of the stores, or messages to them. */
  changes(count: number): Promise<void>;
  /** No server runs: finishes the work that a later resume pass finishes. Resolves to the data then. */
  held(): Promise<Held>;
}
