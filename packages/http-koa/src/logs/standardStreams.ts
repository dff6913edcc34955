import { descriptor } from './descriptor.ts';
import { LineOutput } from './lineOutput.ts';

const WARN = 40;

let output: LineOutput | null = null;
let errors: LineOutput | null = null;

/** Standard output, for records of the log: one JSON object a line. The same for all who ask. */
export function standardOutput(): LineOutput {
  output ??= standard(process.stdout, 1, (dropped) =>
    JSON.stringify({ level: WARN, time: new Date().toISOString(), dropped, msg: `${dropped} log lines were dropped` }),
  );
  return output;
}

/** Standard error, for lines that people read. The same for all who ask. */
export function standardError(): LineOutput {
  errors ??= standard(process.stderr, 2, (dropped) => `${dropped} lines could not be written here and were dropped`);
  return errors;
}

function standard(stream: NodeJS.WriteStream, fd: number, told: (lines: number) => string): LineOutput {
  // Node's own stream of this descriptor also makes pipes and sockets refuse rather than wait. What others write to it
  // (warnings of Node) must not end the process when nobody takes it.
  stream.on('error', () => {});
  const made = new LineOutput({ destination: descriptor(fd), told });
  process.on('exit', () => made.flushSync());
  return made;
}
