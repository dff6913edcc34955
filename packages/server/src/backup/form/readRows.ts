import type { PortableKind } from '@algotheque/domain';
import * as v from 'valibot';
import { StartError } from '../../startError.ts';
import { digestOf } from './parts.ts';

/**
 * A content of the largest size that a setting allows has at most twice its size as text in JSON, 24 MiB. A thousand folders with the longest names have a thirtieth of this.
 */
const MAX_ROW_BYTES = 32 * 1_048_576;

/** A row of a backup. Its fields are checked by the store that it is put into, when that is verified. */
export interface ReadRow {
  readonly row: object;
  /** The digest of the content that it names; null for kinds without content. */
  readonly digest: string | null;
}

const Row = v.looseObject({});
const Named = v.looseObject({ id: v.number(), ref: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[0-9a-f]{64}$/)) });

/** @throws StartError for a line that is no row of this kind */
export async function* readRows(kind: PortableKind, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ReadRow> {
  const namesContent = kind === 'algo' || kind === 'deleted';
  for await (const line of readLines(pieces, MAX_ROW_BYTES)) {
    const parsed = v.safeParse(namesContent ? Named : Row, jsonOf(line));
    if (!parsed.success) throw new StartError('a line is no row');
    const { ref } = parsed.output;
    yield { row: parsed.output, digest: namesContent && typeof ref === 'string' ? digestOf(ref) : null };
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // no row
  }
}

/** The lines of UTF-8 text that comes in pieces. @throws RangeError for a line of more than `maxBytes` */
async function* readLines(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = rest.indexOf('\n', start); end >= 0; end = rest.indexOf('\n', start)) {
      yield rest.toString('utf8', start, end);
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > maxBytes) throw new RangeError(`A line has more than ${maxBytes} bytes`);
  }
  if (rest.length > 0) yield rest.toString();
}
