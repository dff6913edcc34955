import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { email } from '../inputs/text.ts';
import { countByAddress } from '../limits/countByAddress.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import type { User } from '../user.ts';
import { requestCap, sendWithinCap } from './mailCap.ts';
import { sendDecoyMail, sendTokenMail } from './tokenMail.ts';

/** The e-mail that a mail is asked for. */
export const EmailDTO = v.object({ email });

export type MailOnRequestPorts = Pick<Ports, 'users' | 'mailTokens' | 'mailer' | 'limiter' | 'audit' | 'clock'>;

const REQUESTED = { confirm: 'confirmation.requested', recover: 'recovery.requested' } as const;

/**
 * Sends a token mail to the user of an e-mail, if there is one who should get it and the cap allows it. If not,
 * does the same work without a mail, so that the caller learns nothing.
 * @throws TooManyRequestsError when the caller's address has asked for too many
 */
export async function mailOnRequest(
  ports: MailOnRequestPorts,
  settings: { readonly policy: Policy; readonly onProblem: OnProblem },
  request: {
    readonly email: string;
    readonly caller: Caller;
    readonly kind: keyof typeof REQUESTED;
    readonly isFor: (user: User) => boolean;
  },
): Promise<void> {
  const { policy, onProblem } = settings;
  const { kind, caller, email } = request;
  const { limits } = policy;
  await countByAddress(ports, { what: 'mail-address', address: caller.address, limits }, onProblem);
  const found = await ports.users.findByEmail(email);
  audit(ports, REQUESTED[kind], caller, { targetId: found?.id ?? null });
  const user = found !== null && request.isFor(found) ? found : null;
  const cap = requestCap(policy, kind, { email, user });
  await sendWithinCap(ports, { cap, onProblem }, (isWithin) => {
    if (user === null || !isWithin) return sendDecoyMail(ports, policy, kind);
    return sendTokenMail(ports, policy, user, { kind, locale: caller.locale ?? policy.locale });
  });
}
