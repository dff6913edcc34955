import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import { StartError } from '../../startError.ts';
import type { Backup, BackupFile } from './backup.ts';
import { partOf } from './parts.ts';

const HEADER_BYTES = 512;
const CHUNK_BYTES = 256 * 1_024;

interface Indexed extends BackupFile {
  /** Where the bytes begin in the tar. */
  readonly at: number;
}

/**
 * Opens a tar without compression. It is never extracted: the parts are read where they are in the file, so a name in it cannot lead
 * anywhere.
 * @throws StartError when it is cut or no tar; a system error
 */
export async function openTarBackup(path: string): Promise<Backup> {
  const { files, foreign } = await indexed(path);
  const index = new Map(files.map((file) => [file.name, file]));
  const file = await open(path, 'r');
  return {
    location: path,
    files,
    foreign,
    read(name) {
      const part = index.get(name);
      if (part === undefined) throw new StartError(`${name} is missing`);
      return piecesOf(file, part);
    },
    close: () => file.close(),
  };
}

async function* piecesOf(file: FileHandle, { at, bytes, name }: Indexed): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < bytes; ) {
    const piece = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - done));
    const { bytesRead } = await file.read(piece, 0, piece.length, at + done);
    if (bytesRead === 0) throw new StartError(`${name} is cut`);
    done += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

async function indexed(path: string): Promise<{ files: Indexed[]; foreign: string[] }> {
  const files: Indexed[] = [];
  const foreign: string[] = [];
  const entries = extract();
  entries.on('entry', (header, entry, next) => {
    const name = plainName(header);
    if (header.type === 'file' && partOf(name) !== null) {
      files.push({ name, bytes: header.size, at: entry.offset + HEADER_BYTES });
    } else if (header.type !== 'directory') foreign.push(name);
    entry.on('error', () => {}); // `entries` ends with the same error
    entry.on('end', () => next()).resume();
  });
  try {
    await pipeline(createReadStream(path), entries);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new StartError(`${path} is cut, or is no tar`, { cause: error });
  }
  return { files, foreign };
}

/** Other programs write `./` before the names. */
const plainName = ({ name }: Header): string => name.replace(/^(?:\.\/)+/, '');
