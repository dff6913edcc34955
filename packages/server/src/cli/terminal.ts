import { styleText } from 'node:util';

/** The line of an error: `algotheque: …`. */
export function errorLine(message: string, isColoured: boolean): string {
  const name = isColoured ? styleText('red', 'algotheque:', { validateStream: false }) : 'algotheque:';
  return `${name} ${message}\n`;
}
