import { type Algorithm, type ContentStore, nullIfDamaged, type OpenedStore, type RowReader } from '@algotheque/domain';

/** What is copied: the rows and contents of a store or a backup. */
export interface ReadSide {
  readonly rows: RowReader;
  readonly contents: Pick<ContentStore, 'read' | 'locate'>;
  /** Its name in messages and marks, without credentials. */
  readonly location: string;
}

/** A store that is being filled: it is marked, so that no server opens it until `end`. */
export interface MigrationTarget extends ReadSide, Pick<OpenedStore, 'portable'> {
  readonly contents: Awaited<ReturnType<OpenedStore['openContent']>>;
  /** Removes the marks: it is complete. */
  end(): Promise<void>;
}

/** What an operator must do if a target cannot be completed. */
export const BEGIN_ANEW = 'Run the same command with --begin-anew.';

/** The content of an algorithm; null when it is absent, or is not the content that its row names. */
export const readContent = (
  { contents }: Pick<ReadSide, 'contents'>,
  { id, ref }: Pick<Algorithm, 'id' | 'ref'>,
): Promise<Uint8Array | null> => nullIfDamaged(contents.read(id, ref), () => {});
