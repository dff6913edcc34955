import type { ContentStore } from '@algotheque/domain';
import type { Fixture } from '../runner.ts';
import { bytesOf } from './bytes.ts';

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

/** Stages and publishes a text as the content of an algorithm, in place of what it had; resolves to its reference. */
export async function save(
  { port }: Pick<ContentStoreFixture, 'port'>,
  id: number,
  { text, replaces = null }: { readonly text: string; readonly replaces?: string | null },
): Promise<string> {
  const ref = await port.stage(bytesOf(text), replaces);
  await port.publish(id, ref);
  await port.settled?.();
  return ref;
}

/** Replaces the content of an algorithm, and keeps the one before as a former version; resolves to the new reference. */
export async function saveAndKeep(port: ContentStore, id: number, former: string, text: string): Promise<string> {
  const [ref] = await Promise.all([port.stage(bytesOf(text), null), port.keep(id, former)]);
  await port.publish(id, ref);
  await port.settled?.();
  return ref;
}

/** Removes the content of a record as a deletion does. */
export async function remove(port: ContentStore, id: number, ref: string): Promise<void> {
  await port.noteRemoval([ref]);
  await port.delete(id, ref, 'records');
}
