import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Where the bytes of a log go. At most one `write` at a time. */
export interface Destination {
  /** Tells how many of the bytes were taken, at least one, or why none was: `EAGAIN` when it is full for now. */
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  /** The same at once. @throws the system's error */
  writeSync(bytes: Buffer): number;
}

/**
 * An open file, pipe, socket or terminal as a destination. Files are written by a thread of the pool, for a disk may
 * hang; all else refuses with `EAGAIN` instead of waiting for its reader.
 */
export function descriptor(fd: number): Destination {
  const own = withoutWaiting(fd);
  return {
    write: (bytes, done) => write(own, bytes, 0, bytes.length, null, done),
    writeSync: (bytes) => writeSync(own, bytes, 0, bytes.length, null),
  };
}

/**
 * A pipe or terminal is opened anew where the system can, so that not to wait is a matter of this process alone: a
 * descriptor is shared with the shell that started it. A file is not, for its descriptor says where to go on.
 */
function withoutWaiting(fd: number): number {
  if (!fstatSync(fd).isFIFO() && !isatty(fd)) return fd;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd; // no such folder here, or no reader any more
  }
}
