import type { Progress } from '../../progress/progress.ts';

export interface Verifying {
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** The secret that may have signed it. Default: null, no signature is compared. */
  readonly secret?: Uint8Array | null;
}
