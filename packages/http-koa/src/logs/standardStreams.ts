import { descriptor } from './descriptor.ts';
import { LineOutput, type LineOutputOptions } from './lineOutput.ts';

const WARN = 40;
/**
 * Too short for a reader of the log to notice. A process that is killed loses the lines of this time; one that
 * crashes or ends loses none.
 */
const HOLD_MS = 50;

let output: LineOutput | null = null;
let errors: LineOutput | null = null;

/** Standard output, for records of the log: one JSON object per line. Every call returns the same object. */
export function standardOutput(): LineOutput {
  output ??= standard(process.stdout, 1, {
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
  errors ??= standard(process.stderr, 2, {
    droppedLine: (dropped) => `${dropped} lines could not be written here and were dropped`,
  });
  return errors;
}

function standard(
  stream: NodeJS.WriteStream,
  fd: number,
  options: Pick<LineOutputOptions, 'droppedLine' | 'holdMs'>,
): LineOutput {
  // Node's own stream of this descriptor makes pipes and sockets non-blocking. Other writes to it (warnings of
  // Node) must not end the process when there is no reader.
  stream.on('error', () => {});
  const made = new LineOutput({ destination: descriptor(fd), ...options });
  process.on('exit', () => made.flushSync());
  return made;
}
