import { styleText } from 'node:util';
import type { Env } from '../settings/schema.ts';
import type { ProgressOutput } from './progress.ts';

/**
 * Text with names of files on one line: a control character, which could change what a terminal shows, becomes its code, and so does
 * one that changes the direction of text.
 */
export const oneLine = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows];
  const widths = titles.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length)).join('  ');
  return all.map((row) => line(row).trimEnd()).join('\n');
}

export type ColourOutput = Pick<ProgressOutput, 'isTTY'>;

/** Colours are only for terminals, and never where the user has set NO_COLOR (https://no-color.org). */
export function styled(style: Parameters<typeof styleText>[0], text: string, output: ColourOutput, env: Env): string {
  const hasColours = output.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return hasColours ? styleText(style, text, { validateStream: false }) : text;
}

/** The most that a message names. */
export const NAMED = 20;

/** An indented line for each, without what could change a terminal, and a last one for those that are not named. */
export function listLines(named: readonly string[], count: number): string {
  const shown = named.slice(0, NAMED);
  const rest = count > shown.length ? [`and ${count - shown.length} more`] : [];
  return [...shown, ...rest].map((line) => `  ${oneLine(line)}`).join('\n');
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** Milliseconds in the largest unit of which there are two: `47 h`, `2 d`. */
export function durationText(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= 2 * size) ?? ['s', 1_000];
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`;
}
