import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Where the bytes of a log go. At most one `write` at a time. */
export interface Destination {
  /**
   * Reports how many of the bytes were accepted, at least one, or why none was: `EAGAIN` when it is full for now.
   */
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  /** The same at once. @throws the system's error */
  writeSync(bytes: Buffer): number;
}

/**
 * An open file, pipe, socket or terminal as a destination. Files are written in a thread of the pool, because a
 * disk may hang; all others refuse with `EAGAIN` instead of waiting for their reader.
 */
export function descriptor(fd: number): Destination {
  const own = withoutWaiting(fd);
  return {
    write: (bytes, done) => write(own, bytes, 0, bytes.length, null, done),
    writeSync: (bytes) => writeSync(own, bytes, 0, bytes.length, null),
  };
}

/**
 * Opens a pipe or terminal again if the system can, so that non-blocking mode applies to this process only: a
 * descriptor is shared with the shell that started it. A file is not opened again, because its descriptor has the
 * position.
 */
function withoutWaiting(fd: number): number {
  if (!fstatSync(fd).isFIFO() && !isatty(fd)) return fd;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd; // no such folder on this system, or no reader any more
  }
}
