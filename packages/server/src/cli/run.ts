import { Writable } from 'node:stream';
import type { Env } from '../settings/schema.ts';
import { errorCode, NotExaminedError, StartError, UsageError } from '../startError.ts';
import { NO_PROGRESS, type Streams } from '../terminal/progress.ts';
import { progressOn } from '../terminal/progressOn.ts';
import { styled } from '../terminal/text.ts';
import { serve } from './commands/serve.ts';
import type { Arguments, CommandInput, CommandResult, Options } from './declaration.ts';
import type { Parsed } from './program.ts';

export { endProcess, LAST_MOMENT_MS } from '../start/stopSignals.ts';

/**
 * Runs one command of `algotheque` and resolves to its exit code: 0, 1 when it was refused or failed, 2 when the command line is wrong or a
 * store could not be examined. An error that an operator can repair is one message on stderr, without a stack; with `--json` its text is
 * the field `error` of the line on stdout too.
 */
export async function run(args: readonly string[], env: Env, streams: Streams = process): Promise<number> {
  let parsed: Parsed | null = null;
  try {
    const named = serveAlone(args) ?? (await import('./program.ts')).parseCommandLine(args, env, streams);
    if (typeof named === 'number') return named;
    parsed = named;
    return await execute(parsed, env, streams);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    streams.stderr.write(`${styled('red', 'algotheque:', streams.stderr, env)} ${error.message}\n`);
    if (parsed?.options['json'] === true) streams.stdout.write(`${JSON.stringify({ error: error.message })}\n`);
    return error instanceof UsageError || error instanceof NotExaminedError ? 2 : 1;
  }
}

/** A start of the server does not wait until the parser of command lines is loaded. */
function serveAlone(args: readonly string[]): Parsed | null {
  return args.length === 1 && args[0] === 'serve' ? { node: serve, options: {}, args: {} } : null;
}

async function execute({ node, options, args }: Parsed, env: Env, streams: Streams): Promise<number> {
  const asJson = options['json'] === true;
  const progress = asJson ? NO_PROGRESS : progressOn(streams.stderr, () => performance.now());
  const input = { options, args, env, streams, asJson, progress } as CommandInput<Options, Arguments>; // the parser has read them as declared
  const result = await node.run(input);
  if (result === undefined) return 0;
  const text = asJson ? jsonOf(result) : result.text;
  if (text !== '') await print(`${text}\n`, streams.stdout);
  return result.exitCode ?? 0;
}

/**
 * Resolves when a pipe or file has all of it. A reader that has gone wants no more.
 * @throws StartError when the output failed, as on a full disk: nobody must take it for whole
 */
async function print(text: string, stdout: Streams['stdout']): Promise<void> {
  if (!(stdout instanceof Writable)) {
    stdout.write(text);
    return;
  }
  const failed = await new Promise<unknown>((done) => void stdout.write(text, done));
  if (failed == null || errorCode(failed) === 'EPIPE') return;
  throw new StartError(`It was done, and its result could not be written: ${errorCode(failed)}`, { cause: failed });
}

const jsonOf = ({ data, asLines }: CommandResult): string =>
  asLines === true && Array.isArray(data) ? data.map((one) => JSON.stringify(one)).join('\n') : JSON.stringify(data);
