import type { FileHandle } from 'node:fs/promises';
import { StartError } from '../../startError.ts';

const CHUNK_BYTES = 256 * 1_024;

/** A content of the largest size that a setting allows, 16 MiB, has at most twice its size as text in JSON, where it is JSON itself. */
export const MAX_LINE_BYTES = 33 * 1_048_576;

export interface Line {
  /** Without its newline. */
  readonly bytes: Buffer;
  /** Where it begins in the file. */
  readonly at: number;
  /** Whether its newline is missing. */
  readonly isCut: boolean;
}

/** The lines of a file from `from` to `to`. @throws StartError for one that is too long */
export async function* readLines(file: FileHandle, from = 0, to = Number.POSITIVE_INFINITY): AsyncGenerator<Line> {
  let [at, read] = [from, from];
  let pieces: Buffer[] = [];
  let held = 0;
  const line = (last: Buffer, isCut: boolean): Line => {
    const found = { bytes: pieces.length === 0 ? last : Buffer.concat([...pieces, last]), at, isCut };
    at += found.bytes.length + 1;
    [pieces, held] = [[], 0];
    return found;
  };
  while (read < to) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - read));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, read);
    if (bytesRead === 0) break;
    read += bytesRead;
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0 && end < bytesRead; end = chunk.indexOf(10, start)) {
      yield line(chunk.subarray(start, end), false);
      start = end + 1;
    }
    pieces.push(chunk.subarray(start, bytesRead));
    held += bytesRead - start;
    if (held > MAX_LINE_BYTES) throw new StartError(`it has a line of more than ${MAX_LINE_BYTES} bytes`);
  }
  if (held > 0) yield line(Buffer.alloc(0), true);
}

/** The value in a line; undefined if it is no JSON. */
export function jsonIn({ bytes }: Pick<Line, 'bytes'>): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined; // the line is no part of a backup
  }
}
