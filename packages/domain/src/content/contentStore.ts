import type { Health } from '../health.ts';
import type { OnDamaged } from '../storeErrors.ts';

/**
 * What a crash left in the store: staged content that perhaps no record names, or an announced deletion that
 * perhaps was not committed.
 */
export type PendingWork =
  | { readonly kind: 'staged'; readonly ref: string }
  | { readonly kind: 'deleting'; readonly id: number };

/** How content is removed from a store that is apart from the records. */
interface ContentRemoval {
  /**
   * Says durably, before the commit, that algorithm `id` with content `ref` will be deleted, so that a crash right after
   * the commit leaves nothing behind for good.
   */
  announce(id: number, ref: string): Promise<void>;
  /** The announced deletion was not committed: the record still names `ref`. */
  withdraw(id: number, ref: string): Promise<void>;
  /**
   * The record `id` was deleted: removes its content `ref` (null when not known) and what that replaces, as `publish` does, and
   * the announcement. Repeatable.
   */
  delete(id: number, ref: string | null): Promise<void>;
}

/**
 * The source code of algorithms, as bytes, each content under a reference of its own: a random part and the content's
 * SHA-256. Content is immutable; a record names it by `ref`, and the record is the commit point. A caller saves by
 * `stage`, commit, `publish`. A store that is apart from the records has all three of `announce`, `withdraw` and `delete`: a caller deletes by
 * `announce`, commit, `delete`. In a store with the records the commit that removes
 * a record removes its content; it has none of them, and a caller ends with `discard`, for content that was committed and not published.
 * One caller at a time works on an id within a process. Every step is repeatable, and what a crash leaves between two
 * steps is found by `pending`. A method that cannot reach its medium throws UnavailableError. Ids are integers up to
 * Number.MAX_SAFE_INTEGER.
 */
export interface ContentStore extends Health, Partial<ContentRemoval> {
  /**
   * Takes content where no reader sees it, and resolves to its new reference: two equal contents never share one. The
   * content is durable when this resolves, or, in a store that keeps the records too, with the commit of the record that
   * names it.
   * @param replaces the reference that the record names now, if the commit replaces content: nothing of it is left once
   * `publish` has ended, also after a crash. Null for a new algorithm.
   */
  stage(content: Uint8Array, replaces: string | null): Promise<string>;
  /**
   * The record `id` names `ref`: makes it the published content, and removes the content that it replaces. That may be staged
   * still, because a replacement came before its publication: then it is removed too, and so on. Repeatable: it has no
   * effect if `ref` is published already, or if it is neither staged nor published, because content that replaces it was
   * published or another process may have replaced it.
   */
  publish(id: number, ref: string): Promise<void>;
  /**
   * The content that `ref` names, published as `id` or still staged; null when neither. Never a mixture, never the content
   * of another reference.
   * @throws DamagedError if the store can distinguish damaged content from that of another reference; otherwise it resolves to
   * null too, which is damage if a record names `ref`
   */
  read(id: number, ref: string): Promise<Uint8Array | null>;
  /**
   * No record names `ref`, now or later: removes its content. Repeatable; never touches content that was published
   * under another reference.
   */
  discard(ref: string): Promise<void>;
  /**
   * The unfinished work: of processes that have ended, if the store knows that, and all that is older than
   * `PENDING_AGE_MS` at `now` (ms since the epoch). Its cost depends on the unfinished work only, not on all
   * content.
   * Leaves a damaged note out and notifies `onDamaged`; without it throws DamagedError.
   */
  pending(now: number, onDamaged?: OnDamaged): Promise<readonly PendingWork[]>;
  /** Where an operator finds the content: a path or a collection and its key, for error messages in the log. */
  locate(id: number, ref: string): string;
}

/** A store that is apart from the records. */
export type SeparateContentStore = ContentStore & ContentRemoval;

/** After this time unfinished work counts as abandoned: longer than any call lasts (300 s). */
export const PENDING_AGE_MS = 600_000;
