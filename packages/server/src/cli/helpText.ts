import type { OutputConfiguration } from 'commander';
import * as v from 'valibot';
import { type Env, SETTINGS, type Setting } from '../settings/schema.ts';
import type { Streams } from '../terminal/progress.ts';
import { styled } from '../terminal/text.ts';
import { type CommandNode, isGroup } from './declaration.ts';

const DEFAULT_COLUMNS = 80;

/** User and password of an address. */
const CREDENTIALS = /\/\/[^@\s]*@/g;

/** Help goes to standard output, and what is wrong with a command line to standard error. */
export const helpOutput = ({ stdout, stderr }: Streams, env: Env): OutputConfiguration => ({
  writeOut: (text) => void stdout.write(text),
  writeErr: (text) => void stderr.write(text),
  outputError(text, write) {
    const shown = text.replace(CREDENTIALS, '//…@');
    write(styled('red', shown, stderr, env));
  },
  getOutHelpWidth: () => stdout.columns ?? DEFAULT_COLUMNS,
});

/** The parts of help that the parser does not write: examples and exit codes, or the settings. */
export function afterHelp(node: CommandNode): string {
  if (isGroup(node)) return node.name === 'algotheque' ? settingsSection() : '';
  const codes = [`0  ${node.exitCodes[0]}`, `1  ${node.exitCodes[1]}`, `2  ${node.exitCodes[2] ?? WRONG_COMMAND_LINE}`];
  const examples = node.examples.map((example) => `algotheque ${example}`);
  return `\n${section('Examples:', examples)}\n${section('Exit codes:', codes)}`;
}

export const WRONG_COMMAND_LINE = 'the command line is wrong';

const section = (title: string, lines: readonly string[]): string =>
  [title, ...lines.map((line) => `  ${line}`), ''].join('\n');

const settingsSection = (): string =>
  `\n${section('Exit codes:', CODES)}\nSettings (environment variables):\n${settingsHelp()}`;

const CODES = ['0  success', '1  the command was refused or failed', `2  ${WRONG_COMMAND_LINE}`];

function settingsHelp(): string {
  return Object.entries<Setting>(SETTINGS)
    .map(([name, setting]) => `  ${name}${defaultAndRange(setting)}\n      ${plain(setting.meaning)}`)
    .join('\n');
}

function defaultAndRange(setting: Setting): string {
  const parts = [v.getDefault(setting.schema) ?? '', rangeOf(setting)].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

const plain = (markdown: string): string => markdown.replaceAll('`', '');

export const rangeOf = ({ schema }: Setting): string =>
  v.getDescription('wrapped' in schema ? schema.wrapped : schema) ?? '';
