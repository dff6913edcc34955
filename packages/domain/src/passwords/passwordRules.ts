import * as v from 'valibot';
import type { FurtherRule } from '../inputs/input.ts';
import { MIN_PASSWORD, password } from '../inputs/text.ts';
import { violation } from '../inputs/violation.ts';
import type { Policy } from '../policy.ts';

/** A new password: 8 to 255 code points (specification, 2.6). */
export const newPassword = password(MIN_PASSWORD);

/**
 * The violation of a new password in `field` that the policy calls common. A password that is absent or wrong in
 * another way is not looked up.
 */
export const commonPassword =
  (field: string) =>
  ({ isCommonPassword }: Policy): FurtherRule =>
  (sent) => {
    if (isCommonPassword === null) return [];
    const { success, output } = v.safeParse(newPassword, sent.get(field));
    return success && isCommonPassword(output) ? [violation(`/${field}`, 'common_password')] : [];
  };
