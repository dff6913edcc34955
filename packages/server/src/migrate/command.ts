import { parseArgs } from 'node:util';
import { errorCode, StartError, UsageError } from '../startError.ts';
import { stopAsked } from '../stopSignals.ts';
import { type Move, moveStore } from './moveStore.ts';
import { sidePlace } from './sidePlace.ts';

/**
 * `algotheque migrate --from URL --to URL`: copies a store into another, and verifies the copy. SIGINT and SIGTERM
 * end it in order; a second signal after a second or more ends it at once.
 * @throws StartError for what an operator can repair: run again, the same migration resumes
 */
export async function migrate(args: readonly string[]): Promise<void> {
  const places = placesOf(args);
  const controller = new AbortController();
  void stopAsked().then((signal) =>
    controller.abort(new StartError(`Stopped by ${signal}. Run the same command again to go on.`)),
  );
  await moveStore({ ...places, signal: controller.signal, say });
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function placesOf(args: readonly string[]): Pick<Move, 'from' | 'to'> {
  const { from, to, 'from-files': fromFiles, 'to-files': toFiles } = options(args);
  if (from === undefined || to === undefined) throw new UsageError('migrate needs --from URL and --to URL');
  return {
    from: sidePlace('--from', { url: from, files: fromFiles }),
    to: sidePlace('--to', { url: to, files: toFiles }),
  };
}

const OPTION = { type: 'string' } as const;

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { from: OPTION, to: OPTION, 'from-files': OPTION, 'to-files': OPTION },
    }).values;
  } catch (error) {
    throw new UsageError(usageProblem(error));
  }
}

/**
 * Node's own message may quote any argument, such as a URL with a password. Only what looks like an option is
 * named.
 */
function usageProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (errorCode(error) === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message;
  const named = /^Unknown option '(-[a-z-]+)'/.exec(message)?.[1];
  const refused = named === undefined ? 'what it was given' : named;
  return `migrate takes --from, --to, --from-files and --to-files, each with its value, not ${refused}`;
}
