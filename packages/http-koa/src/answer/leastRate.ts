import { Transform } from 'node:stream';

/** How often it is looked how much a reader has taken. */
const WINDOW_MS = 30_000;

/** What a reader must take in that time while there is more for it: 16 KiB a second. */
const LEAST_BYTES = 491_520;

/** Calls the function again and again. Returns what ends that. */
export type Every = (ms: number, act: () => void) => () => void;

const byTimer: Every = (ms, act) => {
  const timer = setInterval(act, ms).unref();
  return () => clearInterval(timer);
};

/**
 * A stream that passes everything through, and is destroyed when its reader is slower than that. An export has one of few places, which its
 * reader holds: without a least rate, for as long as it likes.
 */
export function ratedStream(every: Every = byTimer): Transform {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const stop = every(WINDOW_MS, () => {
    if (bytes < LEAST_BYTES && stream.writableNeedDrain) stream.destroy(new Error('The client reads too slowly'));
    bytes = 0;
  });
  return stream.once('close', stop);
}
