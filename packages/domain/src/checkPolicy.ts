import * as v from 'valibot';
import type { Policy } from './policy.ts';

// A comparison with NaN is always false: a token with such a time would never end.
const positiveInteger = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const rule = v.strictObject({ limit: positiveInteger, windowMs: positiveInteger });

const lookup = v.custom<(password: string) => boolean>((value) => typeof value === 'function');

const schema = v.strictObject({
  locale: v.picklist(['en', 'fr']),
  requireConfirmedEmail: v.boolean(),
  tokenIdleMs: positiveInteger,
  tokenAbsoluteMs: positiveInteger,
  confirmTtlMs: positiveInteger,
  recoverTtlMs: positiveInteger,
  isCommonPassword: v.nullable(lookup),
  limits: v.nullable(
    v.strictObject({
      loginPair: rule,
      loginEmail: rule,
      loginAddress: rule,
      register: rule,
      registerNetwork: rule,
      mailAddress: rule,
      mailsPerLinkLife: positiveInteger,
      knownAddressMs: positiveInteger,
    }),
  ),
  quota: v.nullable(v.strictObject({ algos: positiveInteger, bytes: positiveInteger })),
}) satisfies v.GenericSchema<Policy>;

/**
 * Checks that every setting has its type, that all times and limits are positive integers, and that no setting is
 * unknown.
 * @throws RangeError that names the setting
 */
export function checkPolicy(policy: Policy): void {
  const { issues } = v.safeParse(schema, policy);
  if (issues !== undefined) throw new RangeError(`The policy cannot have this: ${issues.map(settingOf).join(', ')}`);
}

const settingOf = (issue: v.BaseIssue<unknown>): string => (issue.path ?? []).map(({ key }) => String(key)).join('.');
