import { constants, fstatSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import sonicBoom from 'sonic-boom';

interface LineOutputOptions {
  readonly fd: number;
  /** Makes the line that says how many lines were dropped, without its end. */
  readonly droppedLine: (lines: number) => string;
  /** The most bytes that may wait. Default: 1 MiB, some 4,000 lines of requests. */
  readonly maxBytes?: number;
  /**
   * How long a line may wait for others, in milliseconds, while fewer than 8 KiB wait: one system call for a block of lines costs a
   * fraction of one for each. `flush` ends the wait. Default: 0, each line is written as soon as the one before is.
   */
  readonly holdMs?: number;
}

const MAX_BYTES = 1_048_576;
const BLOCK_BYTES = 8_192;

/**
 * Lines for a file, a pipe or a terminal that may be full, slow or closed. No caller waits, and it never throws. What exceeds the bound is
 * dropped, and counted in a line of its own when there is room again.
 */
export class LineOutput {
  readonly #stream: InstanceType<typeof sonicBoom.SonicBoom>;
  readonly #holdMs: number;
  #dropped = 0;
  #isRefused = false;
  #isEnding = false;
  #timer: NodeJS.Timeout | null = null;

  constructor({ fd, droppedLine, maxBytes = MAX_BYTES, holdMs = 0 }: LineOutputOptions) {
    this.#holdMs = holdMs;
    this.#stream = new sonicBoom.SonicBoom({
      fd,
      maxLength: maxBytes,
      minLength: holdMs === 0 ? 0 : BLOCK_BYTES,
      retryEAGAIN: () => !this.#isEnding, // each 100 ms
    });
    this.#stream.on('drop', () => {
      this.#dropped += 1;
    });
    this.#stream.on('error', () => {
      this.#isRefused = true;
    });
    this.#stream.on('write', () => {
      this.#isRefused = false;
    });
    this.#stream.on('drain', () => this.#report(droppedLine));
  }

  /** @param line with its end, `\n` */
  write(line: string): void {
    this.#stream.write(line);
    if (this.#holdMs === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.flush();
    }, this.#holdMs);
  }

  /** Begins to write what waits, if nothing is being written. */
  flush(): void {
    this.#stream.flush();
  }

  /** Writes what waits, as far as the destination takes it at once. For the end of a process: nothing comes later. */
  flushSync(): void {
    this.#isEnding = true;
    if (this.#isRefused) return; // the library would try again without an end
    try {
      this.#stream.flushSync();
    } catch {
      // The destination is full, and there is no later try.
    }
  }

  #report(droppedLine: (lines: number) => string): void {
    if (this.#dropped === 0) return;
    const line = droppedLine(this.#dropped);
    this.#dropped = 0;
    this.write(`${line}\n`);
  }
}

const WARN = 40;
/** Too short for a reader of the log to notice. A process that is killed loses the lines of this time. */
const HOLD_MS = 50;

let output: LineOutput | null = null;
let errors: LineOutput | null = null;

/** Standard output, for records of the log: one JSON object per line. Every call returns the same object. */
export function standardOutput(): LineOutput {
  output ??= standard(process.stdout, {
    fd: 1,
    droppedLine: (dropped) =>
      JSON.stringify({
        level: WARN,
        time: new Date().toISOString(),
        dropped,
        msg: `${dropped} log lines were dropped`,
      }),
    holdMs: HOLD_MS,
  });
  return output;
}

/** Standard error, for lines that people read. Every call returns the same object. */
export function standardError(): LineOutput {
  errors ??= standard(process.stderr, {
    fd: 2,
    droppedLine: (dropped) => `${dropped} lines could not be written here and were dropped`,
  });
  return errors;
}

function standard(stream: NodeJS.WriteStream, options: LineOutputOptions): LineOutput {
  // Node's own stream of this descriptor makes pipes and sockets non-blocking. Other writes to it (warnings of
  // Node) must not end the process when there is no reader.
  stream.on('error', () => {});
  const made = new LineOutput({ ...options, fd: withoutWaiting(options.fd) });
  process.on('exit', () => made.flushSync());
  return made;
}

/**
 * Opens a pipe or terminal again if the system can: the non-blocking mode of a shared descriptor would be that of the shell, too. The
 * descriptor of a file has its position.
 */
function withoutWaiting(fd: number): number {
  if (!fstatSync(fd).isFIFO() && !isatty(fd)) return fd;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd; // no such folder on this system, or no reader any more
  }
}
