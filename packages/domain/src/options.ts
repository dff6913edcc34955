import * as v from 'valibot';
import { isObject } from './input.ts';
import { DEFAULT_POLICY, type Policy, PolicySchema } from './policy.ts';

/**
 * A misspelt option would otherwise be ignored.
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

/**
 * The defaults, overridden by what is given.
 * @throws RangeError that names the setting which is wrong or unknown; TypeError if the policy is no object
 */
export function completePolicy(given: Partial<Policy> = {}): Policy {
  if (!isObject(given)) throw new TypeError('The option policy must be an object');
  const policy = { ...DEFAULT_POLICY, ...given };
  const { issues = [] } = v.safeParse(PolicySchema, policy);
  if (issues.length > 0) throw new RangeError(`The policy cannot have this: ${issues.map(settingOf).join(', ')}`);
  return policy;
}

const settingOf = (issue: v.BaseIssue<unknown>): string => (issue.path ?? []).map(({ key }) => String(key)).join('.');
