import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { sendNotice } from '../mails/noticeMail.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import type { User, UserChanges } from '../user.ts';

/** The changes that one commit sets with a new password: the hash, and that the mail about it is due. */
export function newCredentials(
  { clock }: Pick<Ports, 'clock'>,
  policy: Policy,
  { mdpHash, caller }: { readonly mdpHash: string; readonly caller: Caller },
): Required<Pick<UserChanges, 'mdpHash' | 'noticeDue'>> {
  return { mdpHash, noticeDue: { date: clock.now(), locale: caller.locale ?? policy.locale } };
}

/**
 * The work after a committed new password: removes the old sessions, which are void already by their version, and
 * sends the user the mail about it.
 */
export async function afterNewPassword(
  ports: Pick<Ports, 'users' | 'sessionStore' | 'mailer' | 'limiter' | 'audit' | 'clock'>,
  settings: { readonly policy: Policy; readonly onProblem: OnProblem },
  change: {
    readonly user: User;
    readonly caller: Caller;
    readonly action: 'password.changed' | 'password.reset';
  },
): Promise<void> {
  const { user, caller, action } = change;
  const { onProblem } = settings;
  await attempt(onProblem, 'removal of old sessions', () =>
    ports.sessionStore.deleteByUser(user.id, user.credentialsVersion),
  );
  await attempt(onProblem, 'mail about the new password', () => sendNotice(ports, settings, user));
  audit(ports, action, caller, { actorId: user.id, targetId: user.id });
}
