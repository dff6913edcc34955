import { Readable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

interface Screen {
  /** Whether both streams are terminals. Default: false. */
  readonly isTTY?: boolean;
  /** What standard input has. Default: nothing. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command line in this process, with streams that keep what is written. */
export async function runIn(args: readonly string[], { isTTY = false, input = '', env = {} }: Screen = {}) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    isTTY,
    write(text: string) {
      written[name] += text;
    },
  });
  const code = await run(args, env, {
    stdin: Readable.from([input]),
    stdout: stream('stdout'),
    stderr: stream('stderr'),
  });
  return { code, ...written };
}
