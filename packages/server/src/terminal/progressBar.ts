import type { Progress, ProgressOutput, ProgressPart } from './progress.ts';
import { type Advance, rateText } from './rate.ts';

/** People see no more than ten changes a second. */
const REDRAW_MS = 100;

const BAR_WIDTH = 24;
const DEFAULT_COLUMNS = 80;

/** Back to the first column, and delete the line (ECMA-48). */
const CLEAR = '\r\u001b[2K';

/** Progress on a terminal: a bar on the last line, drawn again in place. `now`: milliseconds of a monotonic clock. */
export class ProgressBar implements Progress {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  #isDrawn = false;

  constructor(output: ProgressOutput, now: () => number) {
    this.#output = output;
    this.#now = now;
  }

  note(line: string): void {
    this.#output.write(`${this.#isDrawn ? CLEAR : ''}${line}\n`);
    this.#isDrawn = false; // the next step draws it below the line
  }

  begin(name: string, total: number | null): ProgressPart {
    const begunMs = this.#now();
    let drawnMs = Number.NEGATIVE_INFINITY;
    return {
      reach: (done) => {
        if (this.#now() - drawnMs < REDRAW_MS) return;
        drawnMs = this.#now();
        this.#draw(`${name} ${barLine({ done, total, elapsedMs: drawnMs - begunMs })}`);
      },
      end: (line) => this.note(line),
    };
  }

  #draw(line: string): void {
    // A longer line would wrap, and CLEAR would delete only its last part.
    this.#output.write(`${CLEAR}${line.slice(0, (this.#output.columns ?? DEFAULT_COLUMNS) - 1)}`);
    this.#isDrawn = true;
  }
}

function barLine(advance: Advance): string {
  const { done, total } = advance;
  const parts = [total === null ? done.toLocaleString('en') : barOf(done, total), rateText(advance)];
  return parts.filter((part) => part !== '').join('  ');
}

function barOf(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total); // more can be done than was counted before
  const filled = Math.floor(share * BAR_WIDTH);
  const bar = `${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}`;
  return `[${bar}] ${Math.floor(share * 100)}%  ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}
