import type { Person } from '@algotheque/testing/httpClient';
import type { Draw } from './draws.ts';

/** One of several clients of a server that is going to be killed. */
export interface Client {
  readonly url: string;
  /** Its number, the same one in each round. */
  readonly number: number;
  readonly owner: Person;
  readonly draw: Draw;
  /** Called when a write was answered with 2xx; it may kill the server. */
  readonly onAcknowledged: () => void;
}
