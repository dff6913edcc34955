import type { ContentStore } from '@algotheque/domain';
import type { Fixture } from '../runner.ts';
import { bytesOf } from './bytes.ts';

/** The records of a store that keeps them too: content is durable with the commit of the record that names it. */
export interface ContentRecords {
  /** Commits that the record `id` names `ref`; makes it if it is absent. */
  commit(id: number, ref: string): Promise<unknown>;
  /** Commits that there is no record `id`. */
  remove(id: number): Promise<unknown>;
}

/** A content store, its clock, and a way to end its process without warning. */
export interface ContentStoreFixture extends Fixture<ContentStore> {
  /** The clock by which the store finds the age of work in flight. */
  readonly clock: { now(): number; advance(ms: number): void };
  /**
   * The records in the same store. A store with records announces nothing, and content that no commit has saved ends with
   * its process. Default: the records are elsewhere.
   */
  readonly records?: ContentRecords;
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

/** What the steps of saving and deleting need of a fixture. */
export type Saving = Pick<ContentStoreFixture, 'port' | 'records'>;

/** Stages and publishes a text as the content of an algorithm, in place of what it had; resolves to its reference. */
export async function save(
  fixture: Saving,
  id: number,
  { text, replaces = null }: { readonly text: string; readonly replaces?: string | null },
): Promise<string> {
  const ref = await fixture.port.stage(bytesOf(text), replaces);
  await publish(fixture, id, ref);
  return ref;
}

/** Commits the record, and publishes its content. */
export async function publish({ port, records }: Saving, id: number, ref: string): Promise<void> {
  await records?.commit(id, ref);
  await port.publish(id, ref);
}

/** Announces the deletion, commits it, and removes the content. */
export async function remove({ port, records }: Saving, id: number, ref: string): Promise<void> {
  await port.announce?.(id, ref);
  await records?.remove(id);
  await removeContent(port, id, ref);
}

/** Removes the content of a record that was deleted. */
export async function removeContent(port: ContentStore, id: number, ref: string): Promise<void> {
  await (port.delete === undefined ? port.discard(ref) : port.delete(id, ref));
}
