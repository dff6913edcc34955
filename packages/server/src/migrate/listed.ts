import { oneLine } from '../terminal/text.ts';

/** The most that a message names. */
export const NAMED = 20;

/** An indented line for each, without what could change a terminal, and a last one for those that are not named. */
export function listed(named: readonly string[], count: number): string {
  const shown = named.slice(0, NAMED);
  const rest = count > shown.length ? [`and ${count - shown.length} more`] : [];
  return [...shown, ...rest].map((line) => `  ${oneLine(line)}`).join('\n');
}
