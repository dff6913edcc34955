import { inspect } from 'node:util';

/** Everything that a log may print of an error: its words, its stack, its fields, and the same of its causes. */
export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? String(error);
  const cause = error.cause === undefined ? '' : textOf(error.cause);
  return [
    error.message,
    error.stack,
    JSON.stringify(error),
    inspect(error, { depth: null, showHidden: true }),
    cause,
  ].join(' ');
}
