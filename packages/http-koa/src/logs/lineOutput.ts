import type { Destination } from './descriptor.ts';

export interface LineOutputOptions {
  readonly destination: Destination;
  /** Makes the line that says how many lines were dropped, without its end. */
  readonly droppedLine: (lines: number) => string;
  /** The most bytes that may wait. Default: 1 MiB, some 4,000 lines of requests. */
  readonly maxBytes?: number;
  /**
   * How long a line may wait for others, in milliseconds, while fewer than 16 KiB wait: one system call for a block of lines
   * costs a fraction of one for each. `flush` ends the wait. Default: 0, each line is written as soon as the one before is.
   */
  readonly holdMs?: number;
  /** Acts later: a destination takes nothing now. Default: `setTimeout`. */
  readonly later?: (act: () => void, ms: number) => void;
}

const MAX_BYTES = 1_048_576;
const BLOCK_BYTES = 16_384;
const FIRST_DELAY_MS = 1;
const LAST_DELAY_MS = 64;
const LINE_END = 0x0a;

/**
 * Lines for a file, a pipe or a terminal that may be full, slow or closed. No caller waits for it, and it never
 * throws: what exceeds the bound, and what the destination refuses, is dropped and counted. The count is written in
 * a line of its own before the next line that can be written.
 */
export class LineOutput {
  readonly #destination: Destination;
  readonly #told: (lines: number) => string;
  readonly #maxBytes: number;
  readonly #holdMs: number;
  readonly #later: (act: () => void, ms: number) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** The unwritten rest of the lines that are being written. */
  #rest: Buffer = Buffer.alloc(0);
  #isCalling = false;
  #isBusy = false;
  #isHolding = false;
  #endsMidLine = false;
  #delayMs = FIRST_DELAY_MS;
  #dropped = 0;
  #untold = 0;

  constructor(options: LineOutputOptions) {
    const { destination, droppedLine, maxBytes = MAX_BYTES, holdMs = 0, later = setTimeout } = options;
    this.#destination = destination;
    this.#told = droppedLine;
    this.#maxBytes = maxBytes;
    this.#holdMs = holdMs;
    this.#later = later;
  }

  /** How many lines were dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** How many bytes wait to be written: at most `maxBytes`. */
  get waitingBytes(): number {
    return this.#waitingBytes + this.#rest.length;
  }

  /** @param line with its end, `\n` */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.waitingBytes + bytes.length > this.#maxBytes) {
      this.#drop(1);
    } else {
      this.#waiting.push(bytes);
      this.#waitingBytes += bytes.length;
      if (this.#holdMs === 0 || this.#waitingBytes >= BLOCK_BYTES) this.#next();
      else this.#hold();
    }
  }

  /** Begins to write what waits, if nothing is being written. */
  flush(): void {
    this.#next();
  }

  /** Writes what waits, as far as the destination takes it at once. For the end of a process: nothing comes later. */
  flushSync(): void {
    const begun = this.#isCalling ? [] : [this.#rest];
    let rest: Buffer = Buffer.concat([...begun, ...this.#takeWaiting()]);
    try {
      while (rest.length > 0) rest = rest.subarray(this.#destination.writeSync(rest));
    } catch {
      this.#drop(linesIn(rest)); // the destination accepts nothing now, and there is no later try
    }
    if (!this.#isCalling) this.#rest = Buffer.alloc(0);
  }

  #hold(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#later(() => {
      this.#isHolding = false;
      this.#next();
    }, this.#holdMs);
  }

  #next(): void {
    if (this.#isBusy) return;
    if (this.#untold > 0) this.#tell(this.#untold);
    else if (this.#waiting.length > 0)
      this.#begin(Buffer.concat(this.#takeWaiting()), (lost) => this.#drop(linesIn(lost)));
  }

  #tell(lines: number): void {
    this.#begin(Buffer.from(`${this.#told(lines)}\n`), (lost) => {
      // The lines that wait behind it would fail in the same way.
      if (lost.length > 0) this.#drop(linesIn(Buffer.concat(this.#takeWaiting())));
      else this.#untold -= lines;
    });
  }

  #takeWaiting(): Buffer[] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    return taken;
  }

  /** @param done gets what was not written */
  #begin(bytes: Buffer, done: (lost: Buffer) => void): void {
    this.#isBusy = true;
    this.#rest = this.#endsMidLine ? Buffer.concat([Buffer.of(LINE_END), bytes]) : bytes;
    this.#continue(done);
  }

  #continue(done: (lost: Buffer) => void): void {
    if (this.#rest.length === 0) {
      this.#end(done); // `flushSync` came first
      return;
    }
    this.#isCalling = true;
    this.#destination.write(this.#rest, (error, written) => {
      this.#isCalling = false;
      if (error === null) this.#took(written, done);
      else if (isForNow(error)) this.#tryLater(done);
      else this.#end(done);
    });
  }

  #took(written: number, done: (lost: Buffer) => void): void {
    this.#endsMidLine = this.#rest[written - 1] !== LINE_END;
    this.#rest = this.#rest.subarray(written);
    this.#delayMs = FIRST_DELAY_MS;
    this.#continue(done);
  }

  #tryLater(done: (lost: Buffer) => void): void {
    this.#later(() => this.#continue(done), this.#delayMs);
    this.#delayMs = Math.min(2 * this.#delayMs, LAST_DELAY_MS);
  }

  #end(done: (lost: Buffer) => void): void {
    const lost = this.#rest;
    this.#rest = Buffer.alloc(0);
    this.#isBusy = false;
    done(lost);
    if (lost.length === 0) this.#next(); // else the next line tries again
  }

  #drop(lines: number): void {
    this.#dropped += lines;
    this.#untold += lines;
  }
}

const isForNow = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EINTR';

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
}
