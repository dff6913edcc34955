import { PENDING_AGE_MS } from '../content/contentStore.ts';
import type { DamagedError } from '../storeErrors.ts';

/** What the checks of a store can find; docs/operations.md says what each means. */
export type StoreFindingCode =
  | 'store-integrity'
  | 'schema-part'
  | 'record-damaged'
  | 'email-key'
  | 'content-without-record'
  | 'staged-leftover'
  | 'sums-wrong';

/** Something that is not as it should be. */
export interface StoreFinding<Code extends string = StoreFindingCode> {
  readonly code: Code;
  /** Where it is: the table, collection or file, and the key. */
  readonly place: string;
  /** More than the code says, as a sentence without its full stop; null if there is nothing more. */
  readonly detail?: string | null;
  /** The owner of the algorithm or folder. */
  readonly owner?: number;
  /** The last change of the algorithm or file, milliseconds since the Unix epoch. */
  readonly lastChange?: number;
  /** Mends it, and resolves to what was done. Absent where nothing can be mended, or nothing may be changed. */
  readonly mend?: () => Promise<string>;
}

/** What a check gets when it runs. */
export interface CheckRun {
  /** Keeps bytes durably under this name, or one that begins so, and resolves to where they are. Null when nothing may be changed. */
  readonly keepAside: ((name: string, bytes: Uint8Array) => Promise<string>) | null;
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Gets how many things the check has read. @throws the reason when the check is to end */
  reach(done: number): void;
}

/** A check of what a store has beside its records. */
export interface StoreCheck {
  /** What is checked, in few words. */
  readonly name: string;
  /** Whether it comes before the checks of records, because they read what it looks at. The others come after them. */
  readonly isFirst: boolean;
  run(run: CheckRun): AsyncIterable<StoreFinding>;
}

/** A server reconciles staged content within a minute after PENDING_AGE_MS: what is older than twice that is left over. */
export const LEFTOVER_AGE_MS = 2 * PENDING_AGE_MS;

/** The finding for a record that cannot be read. */
export function damagedRecord({ place, id, field, message }: DamagedError): StoreFinding<'record-damaged'> {
  return {
    code: 'record-damaged',
    place: `${place}, ${id}${field === null ? '' : `, ${field}`}`,
    detail: message.slice(message.indexOf(': ') + 2),
  };
}
