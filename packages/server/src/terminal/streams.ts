import { styleText } from 'node:util';
import type { ProgressOutput } from './progress.ts';

/** The standard streams of a command. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
}

/** The line of an error: `algotheque: …`. */
export function errorLine(message: string, isColoured: boolean): string {
  const name = isColoured ? styleText('red', 'algotheque:', { validateStream: false }) : 'algotheque:';
  return `${name} ${message}\n`;
}
