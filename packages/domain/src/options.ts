import * as v from 'valibot';
import { isObject } from './input.ts';
import { DEFAULT_LIMITS, DEFAULT_POLICY, type Limits, MOST_SESSIONS, MOST_VERSIONS, type Policy } from './policy.ts';

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

// A comparison with NaN is always false: a token with such a time would never end.
const positiveInteger = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const notNegative = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const rule = v.strictObject({ limit: positiveInteger, windowMs: positiveInteger });

const lookup = v.custom<(password: string) => boolean>((value) => typeof value === 'function');

const limits = Object.fromEntries(
  Object.entries(DEFAULT_LIMITS).map(([name, given]) => [name, typeof given === 'number' ? positiveInteger : rule]),
) as { readonly [Name in keyof Limits]: Limits[Name] extends number ? typeof positiveInteger : typeof rule }; // by its entries

const schema = v.strictObject({
  locale: v.picklist(['en', 'fr']),
  emailCase: v.picklist(['exact', 'folded']),
  requireConfirmedEmail: v.boolean(),
  tokenIdleMs: positiveInteger,
  tokenAbsoluteMs: positiveInteger,
  sessionsPerUser: v.pipe(positiveInteger, v.maxValue(MOST_SESSIONS)),
  confirmTtlMs: positiveInteger,
  recoverTtlMs: positiveInteger,
  emailBackTtlMs: positiveInteger,
  isCommonPassword: v.nullable(lookup),
  deleteNeedsPassword: v.boolean(),
  limits: v.nullable(v.strictObject(limits)),
  quota: v.nullable(v.strictObject({ algos: positiveInteger, bytes: positiveInteger })),
  folders: v.strictObject({ perUser: positiveInteger, depth: positiveInteger }),
  history: v.strictObject({
    versions: v.pipe(notNegative, v.maxValue(MOST_VERSIONS)),
    versionsMs: notNegative,
    savesMs: notNegative,
    binMs: notNegative,
  }),
  eventsMs: positiveInteger,
  shares: v.strictObject({ waitingPerAlgo: positiveInteger, waitingMs: positiveInteger }),
}) satisfies v.GenericSchema<Policy>;

/**
 * The defaults, overridden by what is given.
 * @throws RangeError that names the setting which is wrong or unknown; TypeError if the policy is no object
 */
export function completePolicy(given: Partial<Policy> = {}): Policy {
  if (!isObject(given)) throw new TypeError('The option policy must be an object');
  const policy = { ...DEFAULT_POLICY, ...given };
  const { issues = [] } = v.safeParse(schema, policy);
  if (issues.length > 0) throw new RangeError(`The policy cannot have this: ${issues.map(settingOf).join(', ')}`);
  return policy;
}

const settingOf = (issue: v.BaseIssue<unknown>): string => (issue.path ?? []).map(({ key }) => String(key)).join('.');
