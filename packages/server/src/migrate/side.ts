import {
  type Algorithm,
  type ContentStore,
  isError,
  nullIfDamaged,
  type OnProblem,
  type RowReader,
} from '@algotheque/domain';
import { asStartError } from '../startError.ts';
import type { Progress } from '../terminal/progress.ts';

/** What is copied: the rows and contents of a store or a backup. */
export interface ReadSide {
  readonly rows: RowReader;
  readonly contents: Pick<ContentStore, 'read' | 'locate'>;
  /** Its name in messages and marks, without credentials. */
  readonly location: string;
}

/** What an operator must do if a target cannot be completed. */
export const BEGIN_ANEW = 'Run the same command with --begin-anew.';

/** The content of an algorithm; null when it is absent, or is not the content that its row names. */
export const readContent = (
  { contents }: Pick<ReadSide, 'contents'>,
  { id, ref }: Pick<Algorithm, 'id' | 'ref'>,
): Promise<Uint8Array | null> => nullIfDamaged(contents.read(id, ref), () => {});

/** Tells the problems of a store as lines of the progress. */
export const noting =
  (progress: Progress): OnProblem =>
  (problem, where) => {
    const error = asStartError(problem);
    progress.note(`${where}: ${isError(error) ? error.message : String(error)}`);
  };
