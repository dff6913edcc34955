import { Argument, CommanderError, Option, Command as Parser } from 'commander';
import { build } from '../build.ts';
import type { Env } from '../settings/setting.ts';
import type { Streams } from '../terminal/progress.ts';
import { innerOf, isGroup, type Named, optionsOf } from './commandLine.ts';
import { COMMANDS } from './commands.ts';
import type { Command, CommandGroup } from './declaration.ts';
import { afterHelp, helpOutput } from './helpText.ts';

/** The command that a command line names, with the values of its options and arguments as they were given. */
export interface Parsed {
  readonly path: readonly string[];
  readonly node: Command;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly args: Readonly<Record<string, string | undefined>>;
}

/** The command that the command line names; or the exit code, where help, the version or an error was written in its place. */
export function parseCommandLine(args: readonly string[], env: Env, streams: Streams): Parsed | 0 | 2 {
  let found: Parsed | 0 = 0;
  const root: CommandGroup = { name: 'algotheque', summary: SUMMARY, commands: COMMANDS };
  const onParsed = (parsed: Parsed): void => {
    found = parsed;
  };
  const making = { output: helpOutput(streams, env), onParsed };
  const program = parserOf({ path: [], node: root }, making)
    .version(build(), '--version', 'Prints the version, and the commit of the build.')
    .helpCommand('help [command]', 'Shows this help, or that of a command.');
  try {
    program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  return found;
}

const SUMMARY = 'User accounts and the JSON algorithms they own and share.';

interface Making {
  readonly output: ReturnType<typeof helpOutput>;
  readonly onParsed: (parsed: Parsed) => void;
}

function parserOf({ path, node }: Named, making: Making): Parser {
  const parser = new Parser(node.name)
    .summary(node.summary)
    .description([node.summary, ...(node.details ?? [])].join('\n\n'))
    .enablePositionalOptions() // so that only the command takes what comes after its name
    .helpOption('--help', 'Shows this help.')
    .showHelpAfterError('(--help says more)')
    .configureOutput(making.output)
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', () => afterHelp(node))
    .exitOverride();
  for (const inner of innerOf(node)) parser.addCommand(parserOf({ path: [...path, inner.name], node: inner }, making));
  if (path.length > 0) parser.helpCommand(false);
  return isGroup(node) ? parser : commandParser(parser, { path, node }, making);
}

function commandParser(parser: Parser, { path, node }: Named<Command>, { onParsed }: Making): Parser {
  const options = optionsOf(node).map(({ name, value, meaning, required }) =>
    new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, meaning).makeOptionMandatory(
      required === true,
    ),
  );
  for (const option of options) parser.addOption(option);
  const names = Object.entries(node.args ?? {}).map(([name, { meaning, optional }]) => {
    parser.addArgument(
      new Argument(optional === true ? `[${name.toUpperCase()}]` : `<${name.toUpperCase()}>`, meaning),
    );
    return name;
  });
  return parser.action(() => {
    const values = parser.opts();
    onParsed({
      path,
      node,
      options: Object.fromEntries(options.map((option) => [option.name(), values[option.attributeName()]])),
      args: Object.fromEntries(names.map((name, index) => [name, parser.args[index]])),
    });
  });
}
