import { type DamagedError, type OnDamaged, unlessDamaged } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';

interface Listing {
  /** Names the work in errors: collection and method. */
  readonly what: string;
  readonly onDamaged?: OnDamaged | undefined;
}

/**
 * Runs a list as `repeat` does. Reports of damaged documents from a try without an answer are dropped, so each
 * document is reported once.
 */
export async function listing<Result>(
  commands: Commands,
  { what, onDamaged }: Listing,
  work: (db: Db, onDamaged: OnDamaged | undefined) => Promise<Result>,
): Promise<Result> {
  let damaged: DamagedError[] = [];
  const result = await commands.repeat(what, (db) => {
    damaged = [];
    return work(db, onDamaged && ((damage) => void damaged.push(damage)));
  });
  for (const damage of damaged) onDamaged?.(damage);
  return result;
}

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
