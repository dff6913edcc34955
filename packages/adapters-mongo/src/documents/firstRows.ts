import { type OnDamaged, unlessDamaged } from '@algotheque/domain';

interface RowReading<Document, Row> {
  /** Null for a document that is passed over. */
  read(document: Document): Row | null;
  readonly onDamaged: OnDamaged | undefined;
  /** At most so many rows, a positive number. */
  readonly limit: number;
}

/** The first rows of the documents; `onDamaged` gets each damaged one. @throws DamagedError without `onDamaged` */
export async function firstRows<Document, Row>(
  documents: AsyncIterable<Document>,
  { read, onDamaged, limit }: RowReading<Document, Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const document of documents) {
    const row = unlessDamaged(() => read(document), onDamaged);
    if (row !== null) rows.push(row);
    if (rows.length >= limit) break;
  }
  return rows;
}
