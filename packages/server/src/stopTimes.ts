/**
 * The times of a stop, in milliseconds since the signal unless told otherwise. Docker kills 10 s after the signal: the
 * last of them ends before.
 */
export const STOP_TIMES = {
  /** Requests are answered until then, the grace included. */
  drainedMs: 7_500,
  /** How long the end waits for a running round of the sweeper. */
  sweeperMs: 1_000,
  /** What is still open then is left to the end of the process. */
  closedMs: 9_500,
};

/** How long the process waits, when all is closed, for a reader of its output, and for what could not be closed. */
export const LAST_MOMENT_MS = 250;
