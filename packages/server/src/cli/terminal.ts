import { styleText } from 'node:util';
import type { ProgressOutput } from '../progress/progress.ts';
import type { Env } from './declaration.ts';

/** Colours are only for terminals, and never where the user has set NO_COLOR (https://no-color.org). */
export function hasColours(output: ProgressOutput, env: Env): boolean {
  return output.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

/** The line of an error: `algotheque: …`. */
export function errorLine(message: string, isColoured: boolean): string {
  const name = isColoured ? styleText('red', 'algotheque:', { validateStream: false }) : 'algotheque:';
  return `${name} ${message}\n`;
}
