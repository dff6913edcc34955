import type { ContentFiles } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { IS_UNNAMED } from '../schema/0017-contents.ts';

/** A row of `unwritten` that no commit can have left. */
export interface ImpossibleRow {
  readonly id: number;
  /** Null when the row says that there must be no file. */
  readonly ref: string | null;
  readonly problem:
    | 'it removes the file of an algorithm that exists'
    | 'there is no record of its algorithm'
    | 'the record names other content'
    | 'its bytes are not those of its reference';
  /** The content that the row has. */
  readonly bytes: Uint8Array | null;
}

/** The rows of `unwritten` that do not fit their records, or what is in the bin. A record and its row are written in one commit. */
export function impossibleRows(
  connection: Connection,
  { isContentOf }: Pick<ContentFiles, 'isContentOf'>,
): readonly ImpossibleRow[] {
  const rows = connection.read(() =>
    connection
      .prepare(
        `SELECT algoId, unwritten.ref, bytes,
          coalesce((SELECT ref FROM algos WHERE id = algoId), (SELECT ref FROM bin WHERE id = algoId)) AS named
        FROM unwritten LEFT JOIN contents USING (ref) ORDER BY algoId`,
      )
      .all(),
  );
  return rows.flatMap(({ algoId, ref, bytes, named }): ImpossibleRow[] => {
    const row = {
      id: Number(algoId),
      ref: typeof ref === 'string' ? ref : null,
      bytes: bytes instanceof Uint8Array ? bytes : null,
    };
    const problem = problemOf(row, named, isContentOf);
    return problem === null ? [] : [{ ...row, problem }];
  });
}

function problemOf(
  { ref, bytes }: Pick<ImpossibleRow, 'ref' | 'bytes'>,
  named: unknown,
  isContentOf: ContentFiles['isContentOf'],
): ImpossibleRow['problem'] | null {
  if (ref === null) return named === null ? null : 'it removes the file of an algorithm that exists';
  if (named === null) return 'there is no record of its algorithm';
  if (named !== ref) return 'the record names other content';
  return bytes !== null && isContentOf(ref, bytes) ? null : 'its bytes are not those of its reference';
}

/** Removes a row, if it still has this reference, and its content if nothing else names it. */
export function removeRow(connection: Connection, { id, ref }: Pick<ImpossibleRow, 'id' | 'ref'>): void {
  connection.write(() => {
    connection.prepare('DELETE FROM unwritten WHERE algoId = :id AND ref IS :ref').run({ id, ref });
    if (ref !== null) removeUnnamed(connection, ref);
  });
}

/** Within a transaction. */
const removeUnnamed = (connection: Connection, ref: string) =>
  connection.prepare(`DELETE FROM contents WHERE ref = :ref AND ${IS_UNNAMED}`).run({ ref });

/** The references of contents that no record, former version, deleted algorithm or row of `unwritten` names. */
export const unnamedContents = (connection: Connection): readonly string[] =>
  connection
    .read(() => connection.prepare(`SELECT ref FROM contents WHERE ${IS_UNNAMED}`).all())
    .map(({ ref }) => String(ref));

/** Null if the row is damaged, or gone. */
export function contentOf(connection: Connection, ref: string): Uint8Array | null {
  const row = connection.read(() => connection.prepare('SELECT bytes FROM contents WHERE ref = ?').get(ref));
  const bytes = row?.['bytes'];
  return bytes instanceof Uint8Array ? bytes : null;
}

export function removeContent(connection: Connection, ref: string): void {
  connection.write(() => removeUnnamed(connection, ref));
}
