import * as v from 'valibot';
import { isObject } from './inputs/input.ts';
import { DEFAULT_POLICY, MOST_SESSIONS, MOST_VERSIONS, type Policy } from './policy.ts';

// A comparison with NaN is always false: a token with such a time would never end.
const positiveInteger = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const notNegative = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const rule = v.strictObject({ limit: positiveInteger, windowMs: positiveInteger });

const lookup = v.custom<(password: string) => boolean>((value) => typeof value === 'function');

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
  limits: v.nullable(
    v.strictObject({
      loginPair: rule,
      loginEmail: rule,
      loginAddress: rule,
      register: rule,
      mailAddress: rule,
      newPassword: rule,
      share: rule,
      shareAddress: rule,
      shareMails: rule,
      mailsPerLinkLife: positiveInteger,
      mailsOfUnconfirmed: rule,
      knownAddressMs: positiveInteger,
      knownAddresses: positiveInteger,
    }),
  ),
  quota: v.nullable(v.strictObject({ algos: positiveInteger, bytes: positiveInteger })),
  folders: v.strictObject({ perUser: positiveInteger, depth: positiveInteger }),
  history: v.strictObject({
    versions: v.pipe(notNegative, v.maxValue(MOST_VERSIONS)),
    versionsMs: notNegative,
    savesMs: notNegative,
    binMs: notNegative,
  }),
  shares: v.strictObject({ waitingPerAlgo: positiveInteger, waitingMs: positiveInteger }),
}) satisfies v.GenericSchema<Policy>;

/**
 * The defaults, overridden by what is given: every setting has its type, all times and limits are positive integers (those of the history
 * may be 0), and no setting is unknown.
 * @throws RangeError that names the setting; TypeError if the policy is no object
 */
export function completePolicy(given: Partial<Policy> = {}): Policy {
  if (!isObject(given)) throw new TypeError('The option policy must be an object');
  const policy = { ...DEFAULT_POLICY, ...given };
  const { issues = [] } = v.safeParse(schema, policy);
  const missing = issues
    .filter(({ received, path }) => received === 'undefined' && (path?.length ?? 0) > 1)
    .map(settingOf);
  if (missing.length > 0) throw new RangeError(`The option policy lacks ${missing.join(', ')}`);
  if (issues.length > 0) throw new RangeError(`The policy cannot have this: ${issues.map(settingOf).join(', ')}`);
  return policy;
}

const settingOf = (issue: v.BaseIssue<unknown>): string => (issue.path ?? []).map(({ key }) => String(key)).join('.');
