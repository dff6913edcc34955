/** Where lines for people are written. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
}

/** Colours are only for terminals, and never where the user has set NO_COLOR (https://no-color.org). */
export function hasColours(output: Screen, env: Readonly<Record<string, string | undefined>>): boolean {
  return output.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}
