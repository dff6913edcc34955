/**
 * A misspelt option would be left out in silence: without a compiler nobody would know.
 * @param known an object that has every option there is
 * @throws RangeError that names the options which there are not, and of what
 */
export function requireKnownOptions<Options extends object>(
  of: string,
  given: Options,
  known: Readonly<Record<keyof Options, unknown>>,
): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw new RangeError(`${of} has no option ${unknown.join(', ')}`);
}
