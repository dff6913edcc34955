import { isObject } from './inputs/input.ts';

/**
 * Refuses unknown options: a misspelt option would otherwise be ignored without notice.
 * @param known an object that has every option
 * @throws RangeError that names the unknown options, and of what; TypeError if the options are no object
 */
export function requireKnownOptions<Options extends object>(
  of: string,
  given: Options,
  known: Readonly<Record<keyof Options, unknown>>,
): void {
  if (!isObject(given)) throw new TypeError(`The options of ${of} must be an object`);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw new RangeError(`${of} has no option ${unknown.join(', ')}`);
}
