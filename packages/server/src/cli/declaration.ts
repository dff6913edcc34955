import type { CommandContext } from '../terminal/progress.ts';

export interface OptionDeclaration {
  /** What its value is, for help: `URL`, `FILE`. Without it the option is a flag. */
  readonly value?: string;
  readonly meaning: string;
  readonly required?: true;
}

export interface ArgumentDeclaration {
  readonly meaning: string;
  readonly optional?: true;
}

export type Options = Readonly<Record<string, OptionDeclaration>>;
export type Arguments = Readonly<Record<string, ArgumentDeclaration>>;

type OptionValue<Option extends OptionDeclaration> = Option extends { readonly value: string }
  ? Option extends { readonly required: true }
    ? string
    : string | undefined
  : boolean;

type ArgumentValue<Argument extends ArgumentDeclaration> = Argument extends { readonly optional: true }
  ? string | undefined
  : string;

export interface CommandInput<Opts extends Options, Args extends Arguments> extends CommandContext {
  /** By name, without the dashes: `options['from-files']`. A flag is true or false. */
  readonly options: { readonly [Name in keyof Opts]: OptionValue<Opts[Name]> };
  readonly args: { readonly [Name in keyof Args]: ArgumentValue<Args[Name]> };
}

/** What a command found or did. It is written to standard output. */
export interface CommandResult {
  /** For people, without the last newline; empty: nothing is written. */
  readonly text: string;
  /** For scripts: printed as one line of JSON with `--json`. */
  readonly data: unknown;
  /** The data are a list, and each of its items is printed as a line (JSON Lines); none: nothing is written. */
  readonly asLines?: true;
  readonly exitCode?: 0 | 1;
}

/** A command: the single source of its name, its help and its chapter in docs/cli.md. */
export interface Command<Opts extends Options = Options, Args extends Arguments = Arguments> {
  readonly name: string;
  readonly summary: string;
  /** More paragraphs of help. */
  readonly details?: readonly string[];
  readonly options?: Opts;
  /** In the order of the command line. */
  readonly args?: Args;
  /** Commands that are named in the place of the first argument, such as `backup verify`. */
  readonly inner?: readonly Command[];
  /** True if it has a result, which `--json` prints as JSON. */
  readonly json?: true;
  /** At least one command line, without `algotheque`. */
  readonly examples: readonly string[];
  /** When it ends with 0, with 1 and with 2. Default of 2: the command line is wrong. */
  readonly exitCodes: { readonly 0: string; readonly 1: string; readonly 2?: string };
  /** Import here what it needs, so that other commands start without it. @throws StartError, UsageError */
  run(input: CommandInput<Opts, Args>): Promise<CommandResult | undefined>;
}

/** Commands under one name, such as `user list`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly details?: readonly string[];
  readonly commands: readonly CommandNode[];
}

export type CommandNode = Command | CommandGroup;

export const isGroup = (node: CommandNode): node is CommandGroup => 'commands' in node;

/** The commands whose names can follow that of the node. */
export const innerOf = (node: CommandNode): readonly CommandNode[] =>
  isGroup(node) ? node.commands : (node.inner ?? []);

export type ShownOption = OptionDeclaration & { readonly name: string };

const JSON_OPTION: ShownOption = { name: 'json', meaning: 'Prints the result as one line of JSON, and no progress.' };

/** The options of a command, `--json` included if it has a result. */
export function optionsOf({ options = {}, json }: Command): readonly ShownOption[] {
  const own = Object.entries(options).map(([name, option]) => ({ name, ...option }));
  return json === true ? [...own, JSON_OPTION] : own;
}

/** Returns the command unchanged; gives `run` the types of its options and arguments. */
export function command<const Opts extends Options, const Args extends Arguments>(
  declared: Command<Opts, Args>,
): Command<Opts, Args> {
  return declared;
}
