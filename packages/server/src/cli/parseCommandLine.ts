import { CommanderError } from 'commander';
import type { Env } from '../settings/setting.ts';
import { UsageError } from '../startError.ts';
import type { Streams } from '../terminal/progress.ts';
import { COMMANDS } from './commands.ts';
import { helpOutput } from './helpText.ts';
import { type Parsed, programOf } from './program.ts';

/**
 * The command that the command line names; null if it asked for help or the version, which is written then.
 * @throws UsageError that repeats no value of the command line
 */
export function parseCommandLine(args: readonly string[], env: Env, streams: Streams): Parsed | null {
  let found: Parsed | null = null;
  let refused: readonly string[] = [];
  const program = programOf(COMMANDS, {
    output: helpOutput(streams, env),
    given: args,
    onParsed: (parsed) => (found = parsed),
    onRefused: (path) => (refused = path),
  });
  try {
    program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (isShown(error)) return null;
    const help = ['algotheque', ...refused, '--help'].join(' ');
    throw new UsageError(`${problemOf(error, args.slice(refused.length))}; \`${help}\` says more`);
  }
  return found;
}

/** Help and version are written before the parser ends. Help without a command, such as that of `user`, is an error. */
const isShown = (reason: CommanderError): boolean =>
  ['commander.helpDisplayed', 'commander.version'].includes(reason.code) || isHelp(reason, 0);

const isHelp = ({ code, exitCode }: CommanderError, expected: number): boolean =>
  code === 'commander.help' && exitCode === expected;

/** A word that may be shown: an option or a command that is not known, and no value. */
const NAME = /^-{0,2}[a-z][a-z-]*$/;
const NAMING: readonly string[] = ['commander.unknownOption', 'commander.unknownCommand'];

/** The parser's own message on one line. It quotes what it was given after the command, which can be a URL with a password: that is left out. */
function problemOf(reason: CommanderError, given: readonly string[]): string {
  if (isHelp(reason, 1)) return 'the name of a command is missing or unknown';
  const isNaming = NAMING.includes(reason.code);
  const shown = given.reduce((message, text) => {
    const [name = '', ...values] = text.split('=');
    const isName = isNaming && NAME.test(name);
    if (isName && values.length === 0) return message;
    return message.replaceAll(`'${text}'`, isName ? `'${name}=…'` : "'…'").replaceAll(`'${values.join('=')}'`, "'…'");
  }, reason.message);
  return shown
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .replace(/\s*\n\s*/g, ' ');
}
