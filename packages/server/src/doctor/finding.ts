import type { FindingCode } from './codes.ts';

/** Something that is not as it should be. `codes.ts` says what a code means. */
export interface Finding {
  readonly code: FindingCode;
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
