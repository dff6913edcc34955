import type { OnProblem } from '@algotheque/domain';

/**
 * What can be read of documents that are worked off one by one in the background: one that somebody broke is reported
 * and holds up no other.
 */
export function readable<Document, Row>(
  documents: readonly Document[],
  read: (document: Document) => Row | null,
  onProblem: OnProblem,
): Row[] {
  return documents.flatMap((document) => {
    try {
      const row = read(document);
      return row === null ? [] : [row];
    } catch (problem) {
      onProblem(problem, 'MongoDB: a document that cannot be read');
      return [];
    }
  });
}
