import {
  type Command,
  type CommandNode,
  innerOf,
  isGroup,
  optionsOf,
  type ShownOption,
} from '../src/cli/declaration.ts';
import { WRONG_COMMAND_LINE } from '../src/cli/helpText.ts';
import { COMMANDS } from '../src/cli/program.ts';

/** The page of the command line, docs/cli.md; a test compares the two. */
export function cliPage(): string {
  const chapters = everyNode(COMMANDS).flatMap(({ path, node }) => chapter(path.join(' '), node));
  return `${[...INTRODUCTION, ...chapters].join('\n')}\n`;
}

/** The commands and groups, each group before its commands, with the words that name it: `['user', 'list']`. */
export function everyNode(
  nodes: readonly CommandNode[],
  above: readonly string[] = [],
): readonly { readonly path: readonly string[]; readonly node: CommandNode }[] {
  return nodes.flatMap((node) => {
    const path = [...above, node.name];
    return [{ path, node }, ...everyNode(innerOf(node), path)];
  });
}

const INTRODUCTION = [
  '# The command line',
  '',
  'For operators: what `algotheque COMMAND --help` prints. In a clone of the repository, write `npm run algotheque --` in place of',
  '`algotheque`: `npm run algotheque -- --help`. `algotheque --help` lists the commands and all [settings](settings.md), and',
  '`algotheque --version` prints the version. An error is on standard error. An unknown command or option, or a missing value, ends with 2.',
  '',
  'With `--json` a command prints its result to standard output as one line of JSON, and shows no progress; a refusal is `{"error":"…"}` there. Without it, long work',
  'shows its progress on standard error: a bar on a terminal, elsewhere a line every 5 s. Colours are only for terminals; `NO_COLOR`',
  'switches them off.',
];

const chapter = (path: string, node: CommandNode): string[] => [
  '',
  `## \`${path}\``,
  '',
  node.summary,
  ...(node.details ?? []).flatMap((paragraph) => ['', paragraph]),
  ...(isGroup(node) ? ['', node.commands.map(({ name }) => `\`${path} ${name}\``).join(', ')] : parts(path, node)),
];

const parts = (path: string, node: Command): string[] => [
  '',
  ...[...lines(path, node)].map((line) => `    ${line}`),
  ...table(node),
  '',
  '| exit code | when |',
  '|---|---|',
  `| 0 | ${node.exitCodes[0]} |`,
  `| 1 | ${node.exitCodes[1]} |`,
  `| 2 | ${node.exitCodes[2] ?? WRONG_COMMAND_LINE} |`,
];

/** The usage, and the examples that say more than it. */
const lines = (path: string, node: Command): ReadonlySet<string> =>
  new Set([usage(path, node), ...node.examples.map((example) => `algotheque ${example}`)]);

function usage(path: string, node: Command): string {
  const options = optionsOf(node).map((option) =>
    node.options?.[option.name]?.required === true ? flag(option) : `[${flag(option)}]`,
  );
  return ['algotheque', path, ...options, ...argumentsOf(node)].join(' ');
}

/** The arguments as usage shows them: `USER`, `[ID]`. */
const argumentsOf = ({ args = {} }: Command): readonly string[] =>
  Object.entries(args).map(([name, { optional }]) =>
    optional === true ? `[${name.toUpperCase()}]` : name.toUpperCase(),
  );

const flag = ({ name, value }: ShownOption): string => (value === undefined ? `--${name}` : `--${name} ${value}`);

function table(node: Command): string[] {
  const args = Object.entries(node.args ?? {}).map(([name, { meaning }]) => ({ shown: name.toUpperCase(), meaning }));
  const options = optionsOf(node).map((option) => ({ shown: flag(option), ...option }));
  const rows = [...args, ...options].map(({ shown, meaning }) => `| \`${shown}\` | ${meaning} |`);
  return rows.length === 0 ? [] : ['', '| | |', '|---|---|', ...rows];
}
