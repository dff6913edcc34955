import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { sha256 } from './layout.ts';
import { ifPresent } from './systemErrors.ts';

// O_NONBLOCK: a named pipe in the file's place must not hold a thread for good.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Most contents are smaller, and are read by one call. */
const FIRST_READ_BYTES = 16_384;

/** What the file holds, if that has this SHA-256 (hex); null when it holds anything else or is absent. */
export async function readVerified(path: string, digest: string): Promise<Uint8Array | null> {
  const file = await ifPresent(open(path, FLAGS));
  if (file === null) return null;
  try {
    const first = await readFirst(file);
    if (first.length < FIRST_READ_BYTES && sha256(first) === digest) return first;
    const whole = joined(first, await file.readFile());
    return sha256(whole) === digest ? whole : null;
  } finally {
    await file.close();
  }
}

async function readFirst(file: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(FIRST_READ_BYTES));
  return buffer.subarray(0, bytesRead);
}

function joined(first: Uint8Array, rest: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + rest.length);
  whole.set(first);
  whole.set(rest, first.length);
  return whole;
}
