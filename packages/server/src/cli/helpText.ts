import { styleText } from 'node:util';
import type { Help, OutputConfiguration } from 'commander';
import { settingsHelp } from '../settings/reference.ts';
import type { Streams } from '../terminal/streams.ts';
import { hasColours } from '../terminal/text.ts';
import { isGroup } from './commandLine.ts';
import type { CommandNode, Env } from './declaration.ts';

/** How help is written. */
export interface HelpStyle {
  readonly output: OutputConfiguration;
  readonly isColoured: boolean;
}

const DEFAULT_COLUMNS = 80;

/** Help goes to standard output. What the parser says about a wrong command line becomes an error, which leaves values out. */
export function helpStyle({ stdout }: Streams, env: Env): HelpStyle {
  const isColoured = hasColours(stdout, env);
  const output: OutputConfiguration = {
    writeOut: (text) => void stdout.write(text),
    writeErr: () => {},
    outputError: () => {},
    getOutHasColors: () => isColoured,
    getOutHelpWidth: () => stdout.columns ?? DEFAULT_COLUMNS,
  };
  return { output, isColoured };
}

const styled = (format: 'bold' | 'cyan', text: string, { isColoured }: HelpStyle): string =>
  isColoured ? styleText(format, text, { validateStream: false }) : text;

/** Titles are bold, and what is to be typed is cyan. */
export const commandsStyle = (style: HelpStyle): Partial<Help> => ({
  styleTitle: (text) => styled('bold', text, style),
  styleCommandText: (text) => styled('cyan', text, style),
  styleSubcommandTerm: (text) => styled('cyan', text, style),
  styleOptionTerm: (text) => styled('cyan', text, style),
  styleArgumentTerm: (text) => styled('cyan', text, style),
});

/** The parts of help that the parser does not write: examples and exit codes, or the settings. */
export function afterHelp(node: CommandNode, style: HelpStyle): string {
  if (isGroup(node)) return node.name === 'algotheque' ? settingsSection(style) : '';
  const codes = [`0  ${node.exitCodes[0]}`, `1  ${node.exitCodes[1]}`, `2  ${node.exitCodes[2] ?? WRONG_COMMAND_LINE}`];
  const examples = node.examples.map((example) => `algotheque ${example}`);
  return `\n${section('Examples:', examples, style)}\n${section('Exit codes:', codes, style)}`;
}

export const WRONG_COMMAND_LINE = 'the command line is wrong';

const section = (title: string, lines: readonly string[], style: HelpStyle): string =>
  [styled('bold', title, style), ...lines.map((line) => `  ${line}`), ''].join('\n');

const settingsSection = (style: HelpStyle): string =>
  `\n${section('Exit codes:', CODES, style)}\n${styled('bold', 'Settings (environment variables):', style)}\n${settingsHelp()}`;

const CODES = ['0  success', '1  the command was refused or failed', `2  ${WRONG_COMMAND_LINE}`];
