import { Argument, Option, type OutputConfiguration, Command as Parser } from 'commander';
import { build } from '../build.ts';
import { innerOf, isGroup, type Named, optionsOf } from './commandLine.ts';
import type { Command, CommandGroup, CommandNode } from './declaration.ts';
import { afterHelp, HELP_STYLE } from './helpText.ts';

/** The command that a command line names, with the values of its options and arguments as they were given. */
export interface Parsed {
  readonly path: readonly string[];
  readonly node: Command;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly args: Readonly<Record<string, string | undefined>>;
}

interface Making {
  readonly output: OutputConfiguration;
  /** The whole command line. */
  readonly given: readonly string[];
  readonly onParsed: (parsed: Parsed) => void;
  /** The command line of the command at `path` is refused, or what was asked for is shown. */
  readonly onRefused: (path: readonly string[]) => void;
}

/**
 * The parser of all commands. Its `parse` calls `onParsed` when the command line names a command.
 * Otherwise it calls `onRefused` and throws CommanderError.
 */
export function programOf(commands: readonly CommandNode[], making: Making): Parser {
  const root: CommandGroup = { name: 'algotheque', summary: SUMMARY, commands };
  return parserOf({ path: [], node: root }, making)
    .version(build(), '--version', 'Prints the version, and the commit of the build.')
    .helpCommand('help [command]', 'Shows this help, or that of a command.');
}

const SUMMARY = 'User accounts and the JSON algorithms they own and share.';

function parserOf({ path, node }: Named, making: Making): Parser {
  const parser = new Parser(node.name)
    .summary(node.summary)
    .description([node.summary, ...(node.details ?? [])].join('\n\n'))
    .enablePositionalOptions() // so that only the command takes what comes after its name
    .helpOption('--help', 'Shows this help.')
    .configureOutput(making.output)
    .configureHelp({ ...HELP_STYLE, showGlobalOptions: false })
    .addHelpText('after', () => afterHelp(node))
    .exitOverride((reason) => {
      making.onRefused(path);
      throw reason;
    });
  for (const inner of innerOf(node)) parser.addCommand(parserOf({ path: [...path, inner.name], node: inner }, making));
  if (path.length > 0) parser.helpCommand(false);
  return isGroup(node) ? parser : commandParser(parser, { path, node }, making);
}

function commandParser(parser: Parser, { path, node }: Named<Command>, { given, onParsed }: Making): Parser {
  const options = optionsOf(node).map(({ name, value, meaning, choices }) => {
    const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, meaning);
    option.makeOptionMandatory(node.options?.[name]?.required === true);
    return choices === undefined ? option : option.choices(choices);
  });
  for (const option of options) parser.addOption(option);
  const names = Object.entries(node.args ?? {}).map(([name, { meaning, optional, choices }]) => {
    const argument = new Argument(optional === true ? `[${name.toUpperCase()}]` : `<${name.toUpperCase()}>`, meaning);
    parser.addArgument(choices === undefined ? argument : argument.choices(choices));
    return name;
  });
  const flags = new Set(options.map((option) => `--${option.name()}`));
  return parser.allowExcessArguments(true).action(() => {
    const values = parser.opts();
    // The parser's own message names all arguments, and it accepts an option as the value of another, and `--` everywhere.
    const takesNothing = options.length + names.length === 0;
    if (parser.args.length > names.length || (takesNothing && given.length > path.length))
      parser.error(`error: too many arguments for '${node.name}'`);
    const swallowed = options.find((option) => flags.has(String(values[option.attributeName()])));
    if (swallowed !== undefined) parser.error(`error: option '${swallowed.flags}' argument missing`);
    onParsed({
      path,
      node,
      options: Object.fromEntries(options.map((option) => [option.name(), values[option.attributeName()]])),
      args: Object.fromEntries(names.map((name, index) => [name, parser.args[index]])),
    });
  });
}
