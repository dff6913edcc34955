import type { Command, CommandGroup, CommandNode, OptionDeclaration } from './declaration.ts';

export const isGroup = (node: CommandNode): node is CommandGroup => 'commands' in node;

/** The commands whose names can follow that of the node. */
export const innerOf = (node: CommandNode): readonly CommandNode[] =>
  isGroup(node) ? node.commands : (node.inner ?? []);

/** A command or group with the words that name it: `['user', 'list']`. */
export interface Named<Kind extends CommandNode = CommandNode> {
  readonly path: readonly string[];
  readonly node: Kind;
}

/** The commands and groups, each group before its commands. */
export function everyNode(nodes: readonly CommandNode[], above: readonly string[] = []): readonly Named[] {
  return nodes.flatMap((node) => {
    const path = [...above, node.name];
    return [{ path, node }, ...everyNode(innerOf(node), path)];
  });
}

export type ShownOption = OptionDeclaration & { readonly name: string };

const JSON_OPTION: ShownOption = { name: 'json', meaning: 'Prints the result as one line of JSON, and no progress.' };

/** The options of a command, `--json` included if it has a result. */
export function optionsOf({ options = {}, json }: Command): readonly ShownOption[] {
  const own = Object.entries(options).map(([name, option]) => ({ name, ...option }));
  return json === true ? [...own, JSON_OPTION] : own;
}

/** The arguments as usage shows them: `USER`, `[ID]`. */
export function argumentsOf({ args = {} }: Command): readonly string[] {
  return Object.entries(args).map(([name, { optional }]) =>
    optional === true ? `[${name.toUpperCase()}]` : name.toUpperCase(),
  );
}
