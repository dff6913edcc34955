import { inspect } from 'node:util';

/** All that a log may print of an error: message, stack and fields, also those of its causes. */
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
