import type { Progress, ProgressOutput } from './progress.ts';
import { durationText } from './text.ts';

/** People see no more than ten changes a second. */
const REDRAW_MS = 100;

/** Often enough to see that the work goes on, and few lines in a log. */
const LINE_EVERY_MS = 5_000;

const BAR_WIDTH = 24;
const DEFAULT_COLUMNS = 80;

/** Back to the first column, and delete the line (ECMA-48). */
const CLEAR = '\r\u001b[2K';

/** A bar on the last line of a terminal, drawn again in place; elsewhere a line every 5 s. @param now milliseconds of a monotonic clock */
export function progressOn(output: ProgressOutput, now: () => number): Progress {
  const hasBar = output.isTTY === true;
  let isDrawn = false;
  const note = (line: string): void => {
    output.write(`${isDrawn ? CLEAR : ''}${line}\n`);
    isDrawn = false; // the next step draws the bar below the line
  };
  const draw = (line: string): void => {
    // A longer line would wrap, and CLEAR would delete only its last part.
    output.write(`${CLEAR}${line.slice(0, (output.columns ?? DEFAULT_COLUMNS) - 1)}`);
    isDrawn = true;
  };
  return {
    note,
    begin(name, total) {
      const begunMs = now();
      let shownMs = hasBar ? Number.NEGATIVE_INFINITY : begunMs;
      return {
        reach(done) {
          if (now() - shownMs < (hasBar ? REDRAW_MS : LINE_EVERY_MS)) return;
          shownMs = now();
          const advance = advanceText({ done, total, elapsedMs: shownMs - begunMs });
          if (hasBar) draw(`${name} ${total === null ? '' : barOf(done, total)}${advance}`);
          else note(`${name} ${advance}`);
        },
        end: note,
      };
    },
  };
}

function barOf(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total); // more can be done than was counted before
  const filled = Math.floor(share * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)}%  `;
}

const SECOND_MS = 1_000;

/** The total is null if it is not known. */
interface Advance {
  readonly done: number;
  readonly total: number | null;
  readonly elapsedMs: number;
}

/** How far it is, the rate and the time left, as `1,200 of 3,000, 1,200/s, 2 s left`, without what is not known. */
export function advanceText({ done, total, elapsedMs }: Advance): string {
  const reached = `${done.toLocaleString('en')}${total === null ? '' : ` of ${total.toLocaleString('en')}`}`;
  if (done === 0 || elapsedMs <= 0) return reached;
  const rate = (done * SECOND_MS) / elapsedMs;
  const shown = rate >= 10 ? Math.round(rate) : Number(rate.toFixed(1));
  const atRate = `${reached}, ${shown.toLocaleString('en')}/s`;
  return total === null || total <= done
    ? atRate
    : `${atRate}, ${durationText(Math.ceil((total - done) / rate) * SECOND_MS)} left`;
}
