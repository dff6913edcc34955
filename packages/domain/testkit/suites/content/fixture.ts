import type { ContentStore } from '@algotheque/domain';
import type { Fixture } from '../runner.ts';

/** A content store, its clock, and a way to end its process without warning. */
export interface ContentStoreFixture extends Fixture<ContentStore> {
  /** The clock by which the store finds the age of work in flight. */
  readonly clock: { now(): number; advance(ms: number): void };
  /** Ends the process at once, without closing anything; resolves to the store as another process opens it. */
  crash(): Promise<ContentStore>;
  /** Whether the store knows which work a process left that has ended, so that `pending` reports that work at any age. */
  readonly distinguishesProcesses: boolean;
  /**
   * Whether the store can distinguish damaged published content from that of another reference. If so, `read` rejects with a
   * DamagedError; otherwise it resolves to null. For staged content every store can.
   */
  readonly tellsDamage: boolean;
}
