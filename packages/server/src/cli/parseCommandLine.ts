import { UsageError } from '../startError.ts';
import type { Streams } from '../terminal/streams.ts';
import { optionsOf } from './commandLine.ts';
import { COMMANDS } from './commands.ts';
import type { Env } from './declaration.ts';
import { helpStyle } from './helpText.ts';
import { NotParsed, type Parsed, programOf } from './program.ts';
import { usageError, usageProblem } from './usageProblem.ts';

/**
 * The command that the command line names; null if it asked for help or the version, which is written then.
 * @throws UsageError that repeats no value of the command line
 */
export function parseCommandLine(args: readonly string[], env: Env, streams: Streams): Parsed | null {
  let found: Parsed | null = null;
  const style = helpStyle(streams, env);
  const program = programOf(COMMANDS, { style, onParsed: (parsed) => (found = parsed) });
  try {
    program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof NotParsed)) throw error;
    if (isShown(error)) return null;
    throw usageProblem(error.reason, error.at);
  }
  if (found === null) throw new UsageError('There is no such command; `algotheque --help` lists them.');
  check(found, args);
  return found;
}

/** Help and version are written before the parser ends. Help without a command, such as that of `user`, is an error. */
const isShown = ({ reason }: NotParsed): boolean =>
  ['commander.helpDisplayed', 'commander.version'].includes(reason.code) ||
  (reason.code === 'commander.help' && reason.exitCode === 0);

/** The parser accepts `--` everywhere, and an option as the value of another. */
function check(parsed: Parsed, args: readonly string[]): void {
  const { path, node, options } = parsed;
  const shown = optionsOf(node);
  const flags = new Set(shown.map(({ name }) => `--${name}`));
  const swallowed = shown.find(({ name }) => flags.has(String(options[name])));
  if (swallowed !== undefined) throw usageError(path, `needs a value after --${swallowed.name}.`);
  if (shown.length === 0 && args.length > path.length && Object.keys(node.args ?? {}).length === 0)
    throw usageError(path, 'takes no arguments.');
  const declared = Object.entries(node.options ?? {}).filter(([, { required }]) => required === true);
  if (declared.every(([name]) => options[name] !== undefined)) return;
  throw usageError(path, `needs ${declared.map(([name, { value }]) => `--${name} ${value}`).join(' and ')}.`);
}
