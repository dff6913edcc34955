import type { Algorithm, DeletedAlgo, FormerAlgo } from '../algorithm.ts';
import type { RowReader } from './portableStore.ts';

/** Which content an algorithm or a former version of it names. */
export type NamedContent = Pick<Algorithm, 'id' | 'ref'>;

/**
 * What a store holds, read beside the servers that use it; nothing is written. A view is of one moment, or shows each time
 * what is stored then. All methods throw UnavailableError.
 */
export interface StoreView extends RowReader {
  /**
   * The contents that records and what is in the bin name, by ascending id, then those of former versions, in batches. What is damaged may
   * be left out.
   */
  contents(): AsyncIterable<readonly NamedContent[]>;
  /** The content, where the store itself has it; else null. */
  content(named: NamedContent): Promise<Uint8Array | null>;
  /** The record of an algorithm, or what is in the bin; null if there is neither. @throws DamagedError */
  find(id: number): Promise<Algorithm | DeletedAlgo | null>;
  /** The former version with this content; null if there is none. @throws DamagedError */
  findFormer(ref: string): Promise<FormerAlgo | null>;
}

/** A view that must be ended. */
export interface HeldView extends StoreView {
  /** A second call has no effect. */
  end(): Promise<void>;
}

/** A view whose `end` runs this function. */
export function endableView(view: StoreView, end: () => Promise<void>): HeldView {
  return {
    contents: () => view.contents(),
    countRows: (kind) => view.countRows(kind),
    exportRows: (kind, onDamaged) => view.exportRows(kind, onDamaged),
    content: (named) => view.content(named),
    find: (id) => view.find(id),
    findFormer: (ref) => view.findFormer(ref),
    end,
  };
}
