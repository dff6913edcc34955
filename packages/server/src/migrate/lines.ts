import { createHash } from 'node:crypto';
import type { Algorithm, DeletedAlgo, PortableKind, PortableRows, Session } from '@algotheque/domain';
import { readContent, withoutRef } from './copyAlgo.ts';
import type { ReadSide } from './side.ts';
import { sortedJson } from './sortedJson.ts';

/** The form in which a row is compared. */
export interface Line {
  readonly key: number | string;
  /** The key as messages show it; for the digest of a token only its beginning. */
  readonly name: string;
  readonly row: string;
  /** SHA-256 of the content of an algorithm or of what is in the bin, null when that is missing; empty for rows that have no content. */
  readonly content: string | null;
}

/** MongoDB removes sessions by itself after their end, so sessions that end soon are not compared. */
const ABOUT_TO_END_MS = 600_000;

const SHOWN_DIGEST = 8;

/**
 * The rows of a kind by ascending key, without sessions that have ended by `now` (ms since the epoch) or end soon.
 */
export async function* linesOf(side: ReadSide, kind: PortableKind, now: number): AsyncGenerator<Line, undefined> {
  for await (const batch of side.portable.exportRows(kind)) {
    for (const row of batch) {
      // The compiler cannot derive the type of the rows from the kind; PortableRows defines it.
      if (kind === 'algo' || kind === 'deleted') yield await algoLine(side, row as Algorithm | DeletedAlgo);
      else if (kind !== 'session' || livesOn(row as Session, now)) yield plainLine(row);
    }
  }
}

const livesOn = ({ dateExpiration }: Session, now: number): boolean => dateExpiration - now > ABOUT_TO_END_MS;

function plainLine(row: PortableRows[PortableKind]): Line {
  const key = keyOf(row);
  const name = 'digest' in row ? row.digest.slice(0, SHOWN_DIGEST) : String(key);
  return { key, name, row: sortedJson(row), content: '' };
}

function keyOf(row: PortableRows[PortableKind]): number | string {
  if ('digest' in row) return row.digest;
  if ('of' in row) return row.of;
  if ('folders' in row) return row.ownerId;
  if ('dateExpiration' in row) return row.ref;
  return 'id' in row ? row.id : row.userId;
}

async function algoLine(side: ReadSide, algo: Algorithm | DeletedAlgo): Promise<Line> {
  const bytes = await readContent(side, algo);
  const content = bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
  return { key: algo.id, name: String(algo.id), row: withoutRef(algo), content };
}
