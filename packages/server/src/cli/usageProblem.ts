import type { CommanderError } from 'commander';
import { UsageError } from '../startError.ts';
import { argumentsOf, isGroup, type Named, optionsOf } from './commandLine.ts';
import type { Command } from './declaration.ts';

/**
 * The error for a command line that the parser refused. The parser's own message may quote any argument, such as a URL
 * with a password. So only declared names are shown, and what looks like an option or a command.
 */
export function usageProblem({ code, message }: CommanderError, { path, node }: Named): UsageError {
  if (isGroup(node)) return new UsageError(unknownCommand(path, message));
  return usageError(path, problemOf(code, message, node));
}

/** A UsageError that names the command and its help. */
export const usageError = (path: readonly string[], problem: string): UsageError =>
  new UsageError(`${path.join(' ')} ${problem} \`${['algotheque', ...path, '--help'].join(' ')}\` says more.`);

function problemOf(code: string, message: string, node: Command): string {
  const option = /^error: option '--([a-z-]+)/.exec(message)?.[1];
  if (code === 'commander.optionMissingArgument' && option !== undefined) return `needs a value after --${option}.`;
  if (code === 'commander.missingArgument') return `needs ${list(argumentsOf(node))}.`;
  if (code === 'commander.invalidArgument') return invalidChoice(option, node);
  const flag = /^error: unknown option '--([a-z-]+)=/.exec(message)?.[1];
  if (optionsOf(node).some(({ name, value }) => name === flag && value === undefined))
    return `takes --${flag} without a value.`;
  const refused = unknownOption(message) ?? 'what it was given';
  return optionsOf(node).length + argumentsOf(node).length === 0
    ? 'takes no arguments.'
    : `takes ${takenBy(node)}, not ${refused}.`;
}

function invalidChoice(option: string | undefined, node: Command): string {
  const shown = optionsOf(node).find(({ name }) => name === option);
  if (shown !== undefined) return `takes --${shown.name} with one of ${list(shown.choices ?? [])}.`;
  const [name, choices] = Object.entries(node.args ?? {}).flatMap(([name, { choices = [] }]) =>
    choices.length > 0 ? [[name, choices] as const] : [],
  )[0] ?? ['', []];
  return `takes for ${name.toUpperCase()} one of ${list(choices)}.`;
}

const didYouMean = (message: string): string => {
  const meant = /\(Did you mean (?:one of )?(.+)\?\)/.exec(message)?.[1];
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
};

/** The option that is not declared, if it looks like one. */
function unknownOption(message: string): string | null {
  const named = /^error: unknown option '(-{1,2}[a-z][a-z-]*)['=]/.exec(message)?.[1];
  return named === undefined ? null : `${named}${didYouMean(message)}`;
}

function unknownCommand(path: readonly string[], message: string): string {
  const group = path.map((word) => `${word} `).join('');
  const named = /^error: unknown command '([a-z][a-z-]*)'/.exec(message)?.[1];
  const help = ['algotheque', ...path, '--help'].join(' ');
  const option = unknownOption(message);
  if (option !== null) return `There is no option ${option}; \`${help}\` lists what there is.`;
  if (named !== undefined) return `There is no command ${group}${named}${didYouMean(message)}; \`${help}\` lists them.`;
  return path.length === 0
    ? `There is no such command; \`${help}\` lists them.`
    : `${path.join(' ')} needs the name of one of its commands; \`${help}\` lists them.`;
}

function takenBy(node: Command): string {
  const options = optionsOf(node).map(({ name, value }) => (value === undefined ? `--${name}` : `--${name} ${value}`));
  return list([...argumentsOf(node), ...options]);
}

const list = (words: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
