import type { AlgoFileStore } from '../ports/algoFileStore.ts';
import { addHealthTests } from './capabilities.ts';
import { addContentTests } from './files/contents.ts';
import { addCrashTests } from './files/crashes.ts';
import { addPendingTests } from './files/pending.ts';
import { addPublishTests } from './files/publishing.ts';
import type { Fixture, OpenFixture, Runner } from './runner.ts';
import { suite } from './suite.ts';

/** A file store, with the clock and the deaths that its promises are about. */
export interface AlgoFileStoreFixture extends Fixture<AlgoFileStore> {
  /** The clock that the store was given; one that nobody advances may be the machine's. */
  readonly clock: { now(): number; advance(ms: number): void };
  /** The process dies at once, without closing anything, and the store is opened again by another. */
  crash(): Promise<AlgoFileStore>;
  /** Whether the store can tell work of a dead process from its own, so that `pending` reports it whatever its age. */
  readonly tellsTheDead: boolean;
}

/** What every AlgoFileStore promises. */
export function algoFileStoreContract(runner: Runner, open: OpenFixture<AlgoFileStore, AlgoFileStoreFixture>): void {
  suite({ runner, name: 'AlgoFileStore', open }, (test) => {
    addContentTests(test);
    addPublishTests(test);
    addPendingTests(test);
    addCrashTests(test);
    const content = new Uint8Array([1, 2, 3]);
    addHealthTests(test, async (files) => {
      const ref = await files.stage(content);
      return {
        stage: () => files.stage(content),
        announce: () => files.announce(1, ref, 'delete'),
        withdraw: () => files.withdraw(1, ref),
        publish: () => files.publish(1, ref),
        read: () => files.read(1, ref),
        discard: () => files.discard(ref),
        delete: () => files.delete(1, ref),
        pending: () => files.pending(Number.MAX_SAFE_INTEGER),
      };
    });
  });
}
