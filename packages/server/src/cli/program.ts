import { CommanderError, type OutputConfiguration, Command as Parser } from 'commander';
import { build } from '../build.ts';
import type { Env } from '../settings/schema.ts';
import type { Streams } from '../terminal/progress.ts';
import { event } from './commands/event.ts';
import { mail } from './commands/mail.ts';
import { openapi, serve } from './commands/serve.ts';
import { backup, beginAnew, doctor, migrate, restore } from './commands/stores.ts';
import { user } from './commands/user.ts';
import { type Command, type CommandGroup, type CommandNode, innerOf, isGroup, optionsOf } from './declaration.ts';
import { afterHelp, helpOutput } from './helpText.ts';

/** All commands, in the order of the help. Help and docs/cli.md follow from it. */
export const COMMANDS: readonly CommandNode[] = [
  serve,
  user,
  mail,
  event,
  backup,
  restore,
  migrate,
  beginAnew,
  doctor,
  openapi,
];

/** The command that a command line names, with the values of its options and arguments as they were given. */
export interface Parsed {
  readonly node: Command;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly args: Readonly<Record<string, string | undefined>>;
}

const SUMMARY = 'User accounts and the JSON algorithms they own and share.';

/** The command that the command line names; or the exit code, where help, the version or an error was written in its place. */
export function parseCommandLine(args: readonly string[], env: Env, streams: Streams): Parsed | 0 | 2 {
  let found: Parsed | 0 = 0;
  const onParsed = (parsed: Parsed): void => {
    found = parsed;
  };
  const root: CommandGroup = { name: 'algotheque', summary: SUMMARY, commands: COMMANDS };
  const program = parserOf(root, { output: helpOutput(streams, env), onParsed })
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

interface Making {
  readonly output: OutputConfiguration;
  readonly onParsed: (parsed: Parsed) => void;
}

function parserOf(node: CommandNode, making: Making): Parser {
  const parser = new Parser(node.name)
    .summary(node.summary)
    .description([node.summary, ...(node.details ?? [])].join('\n\n'))
    .enablePositionalOptions() // so that only the command takes what comes after its name
    .helpOption('--help', 'Shows this help.')
    .helpCommand(false)
    .showHelpAfterError('(--help says more)')
    .configureOutput(making.output)
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', () => afterHelp(node))
    .exitOverride();
  for (const inner of innerOf(node)) parser.addCommand(parserOf(inner, making));
  return isGroup(node) ? parser : commandParser(parser, node, making);
}

function commandParser(parser: Parser, node: Command, { onParsed }: Making): Parser {
  const args = Object.entries(node.args ?? {});
  for (const { name, value, meaning, required } of optionsOf(node)) {
    const flags = value === undefined ? `--${name}` : `--${name} <${value}>`;
    if (required === true) parser.requiredOption(flags, meaning);
    else parser.option(flags, meaning);
  }
  for (const [name, { meaning, optional }] of args)
    parser.argument(optional === true ? `[${name.toUpperCase()}]` : `<${name.toUpperCase()}>`, meaning);
  return parser.action(() => {
    const values = parser.options.map((option) => [option.name(), parser.getOptionValue(option.attributeName())]);
    onParsed({
      node,
      options: Object.fromEntries(values),
      args: Object.fromEntries(args.map(([name], index) => [name, parser.args[index]])),
    });
  });
}
