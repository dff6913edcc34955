import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';

/** @throws RangeError when counters of logins would compare addresses in another way than the store of users does */
export function requireEmailCase({ users }: Pick<Ports, 'users'>, { emailCase }: Policy): void {
  const { emailCase: stored = 'exact' } = users;
  if (stored === emailCase) return;
  throw new RangeError(
    `The policy has emailCase '${emailCase}', and the store of users compares addresses '${stored}': open both with the same`,
  );
}
