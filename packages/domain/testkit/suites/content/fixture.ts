import type { ContentStore } from '@algotheque/domain';
import type { Fixture } from '../runner.ts';

/** A file store, with the clock and the deaths that its promises are about. */
export interface ContentStoreFixture extends Fixture<ContentStore> {
  /** The clock that the store was given; one that nobody advances may be the machine's. */
  readonly clock: { now(): number; advance(ms: number): void };
  /** The process dies at once, without closing anything, and the store is opened again by another. */
  crash(): Promise<ContentStore>;
  /** Whether the store can tell work of a dead process from its own, so that `pending` reports it whatever its age. */
  readonly tellsTheDead: boolean;
}
