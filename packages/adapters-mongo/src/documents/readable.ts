import type { OnProblem } from '@algotheque/domain';

/**
 * The rows that can be read, of documents that are processed one by one in the background. A damaged document is
 * reported and does not stop the others.
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
