import { type OnDamaged, unlessDamaged } from '@algotheque/domain';

/** As `intact` of the domain, of documents that come one after the other. */
export async function firstRows<Document, Row>(
  documents: AsyncIterable<Document>,
  read: (document: Document) => Row | null,
  { onDamaged, limit }: { readonly onDamaged: OnDamaged | undefined; readonly limit: number },
): Promise<Row[]> {
  const rows: Row[] = [];
  if (limit <= 0) return rows;
  for await (const document of documents) {
    const row = unlessDamaged(() => read(document), onDamaged);
    if (row !== null) rows.push(row);
    if (rows.length >= limit) break;
  }
  return rows;
}
