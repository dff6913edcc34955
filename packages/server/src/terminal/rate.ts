const SECOND_MS = 1_000;

/** How far a part of the work is. */
export interface Advance {
  readonly done: number;
  /** Null if it is not known. */
  readonly total: number | null;
  /** Milliseconds since the part began. */
  readonly elapsedMs: number;
}

/** Steps a second since the beginning; null before there is anything to measure. */
function rateOf({ done, elapsedMs }: Advance): number | null {
  return done === 0 || elapsedMs <= 0 ? null : (done * SECOND_MS) / elapsedMs;
}

/** The rate and the time left, as `1,200/s, 12 s left`; empty if neither is known. */
export function rateText(advance: Advance): string {
  const rate = rateOf(advance);
  if (rate === null) return '';
  const shown = rate >= 10 ? Math.round(rate) : Number(rate.toFixed(1));
  const perSecond = `${shown.toLocaleString('en')}/s`;
  if (advance.total === null || advance.total <= advance.done) return perSecond;
  return `${perSecond}, ${duration((advance.total - advance.done) / rate)} left`;
}

/** Seconds as `12 s`, `3 min 05 s` or `2 h 10 min`; never less than a second. */
function duration(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const two = (part: number): string => String(part).padStart(2, '0');
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3_600)} h ${two(Math.floor((whole % 3_600) / 60))} min`;
}
