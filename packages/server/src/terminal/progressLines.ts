import type { Progress, ProgressOutput, ProgressPart } from './progress.ts';
import { rateText } from './rate.ts';

/** Often enough to see that the work goes on, and few lines in a log. */
const LINE_EVERY_MS = 5_000;

/** Progress where there is no terminal: a line every 5 s, and one at the end of each part. `now`: milliseconds of a monotonic clock. */
export class ProgressLines implements Progress {
  readonly #output: ProgressOutput;
  readonly #now: () => number;

  constructor(output: ProgressOutput, now: () => number) {
    this.#output = output;
    this.#now = now;
  }

  note(line: string): void {
    this.#output.write(`${line}\n`);
  }

  begin(name: string, total: number | null): ProgressPart {
    const begunMs = this.#now();
    let saidMs = begunMs;
    return {
      reach: (done) => {
        if (this.#now() - saidMs < LINE_EVERY_MS) return;
        saidMs = this.#now();
        const of = total === null ? '' : ` of ${total.toLocaleString('en')}`;
        const rate = rateText({ done, total, elapsedMs: saidMs - begunMs });
        this.note(`${name} ${done.toLocaleString('en')}${of}${rate === '' ? '' : `, ${rate}`}`);
      },
      end: (line) => this.note(line),
    };
  }
}
