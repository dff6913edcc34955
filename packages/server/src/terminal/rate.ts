const SECOND_MS = 1_000;

/** How far a part of the work is. */
export interface Advance {
  readonly done: number;
  /** Null if it is not known. */
  readonly total: number | null;
  /** Milliseconds since the part began. */
  readonly elapsedMs: number;
}

/** How far it is, the rate and the time left, as `1,200 of 3,000, 1,200/s, 2 s left`, without what is not known. */
export function advanceText({ done, total, elapsedMs }: Advance): string {
  const reached = `${done.toLocaleString('en')}${total === null ? '' : ` of ${total.toLocaleString('en')}`}`;
  if (done === 0 || elapsedMs <= 0) return reached;
  const rate = (done * SECOND_MS) / elapsedMs;
  const shown = rate >= 10 ? Math.round(rate) : Number(rate.toFixed(1));
  const atRate = `${reached}, ${shown.toLocaleString('en')}/s`;
  return total === null || total <= done ? atRate : `${atRate}, ${duration((total - done) / rate)} left`;
}

/** Seconds as `12 s`, `3 min 05 s` or `2 h 10 min`; never less than a second. */
function duration(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const two = (part: number): string => String(part).padStart(2, '0');
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3_600)} h ${two(Math.floor((whole % 3_600) / 60))} min`;
}
