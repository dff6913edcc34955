import type { Caller } from '../entities/caller.ts';
import type { Utilisateur } from '../entities/utilisateur.ts';
import type { Ports } from '../ports/index.ts';
import type { MailPurpose } from '../ports/mailTokens.ts';
import { parseInput } from '../schemas/parseInput.ts';
import { EmailDTO } from '../schemas/user.ts';
import { countHit } from './limit.ts';
import type { Policy } from './policy.ts';
import type { OnProblem } from './problems.ts';
import { sendDecoyMail, sendTokenMail } from './tokenMail.ts';

export type MailOnRequestPorts = Pick<Ports, 'users' | 'mailTokens' | 'mailer' | 'limiter' | 'clock'>;

/**
 * Sends a token mail to the user of an e-mail, if there is one who should get it; if not, does the same work for
 * nobody, so that who asks learns nothing.
 */
export async function mailOnRequest(
  ports: MailOnRequestPorts,
  { policy, onProblem }: { readonly policy: Policy; readonly onProblem: OnProblem },
  request: {
    readonly input: unknown;
    readonly caller: Caller;
    readonly kind: MailPurpose;
    readonly isFor: (user: Utilisateur) => boolean;
  },
): Promise<void> {
  const { email } = parseInput(EmailDTO, request.input, { required: ['email'] });
  // Addresses that differ in case only are mostly one mailbox, which is what the limit is for.
  await countHit(ports, { key: `mail:${email.toLowerCase()}`, rule: policy.limits?.mail }, onProblem);
  const user = await ports.users.findByEmail(email);
  if (user === null || !request.isFor(user)) return sendDecoyMail(ports, policy, request.kind);
  await sendTokenMail(ports, policy, user, { kind: request.kind, locale: request.caller.locale ?? policy.locale });
}
