import { everyNode, innerOf, isGroup, optionsOf } from '../commandLine.ts';
import type { CommandNode } from '../declaration.ts';

/** A word that can come next, and what it means. */
interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** What can follow the value-taking option `option`: one of `choices`, or a path. */
interface ValueOf {
  readonly option: string;
  readonly choices: readonly string[];
  readonly isPath: boolean;
}

/** A place of the command line, after the words of `path`, and what can come there. */
export interface Completed {
  /** The commands so far: `user list`; empty after `algotheque`. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly values: readonly ValueOf[];
}

const HELP: Word = { word: '--help', meaning: 'Shows this help.' };
const VERSION: Word = { word: '--version', meaning: 'Prints the version.' };

/** Every place that a completion script knows. */
export function completedPlaces(commands: readonly CommandNode[]): readonly Completed[] {
  const root: Completed = { path: '', words: [...wordsOf(commands), HELP, VERSION], values: [] };
  return [root, ...everyNode(commands).map(({ path, node }) => placeOf(path.join(' '), node))];
}

const wordsOf = (nodes: readonly CommandNode[]): Word[] =>
  nodes.map(({ name, summary }) => ({ word: name, meaning: summary }));

function placeOf(path: string, node: CommandNode): Completed {
  if (isGroup(node)) return { path, words: [...wordsOf(node.commands), HELP], values: [] };
  const options = optionsOf(node);
  const choices = Object.values(node.args ?? {}).flatMap(({ choices = [], meaning }) =>
    choices.map((word) => ({ word, meaning })),
  );
  return {
    path,
    words: [
      ...wordsOf(innerOf(node)),
      ...choices,
      ...options.map(({ name, meaning }) => ({ word: `--${name}`, meaning })),
      HELP,
    ],
    values: options.flatMap(({ name, value, choices = [] }) =>
      value === undefined ? [] : [{ option: `--${name}`, choices, isPath: value === 'FILE' || value === 'FOLDER' }],
    ),
  };
}
