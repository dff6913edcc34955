import type { Caller } from '../entities/caller.ts';
import type { Utilisateur } from '../entities/utilisateur.ts';
import type { Ports } from '../ports/index.ts';
import { audit } from './audit.ts';
import type { Policy } from './policy.ts';
import { attempt, type OnProblem } from './problems.ts';

/**
 * What follows a committed new password: the old sessions, void already by their version, are removed, and the user is
 * told by mail.
 */
export async function afterNewPassword(
  ports: Pick<Ports, 'tokenStore' | 'mailer' | 'audit' | 'clock'>,
  { policy, onProblem }: { readonly policy: Policy; readonly onProblem: OnProblem },
  change: {
    readonly user: Utilisateur;
    readonly caller: Caller;
    readonly action: 'password.changed' | 'password.reset';
  },
): Promise<void> {
  const { user, caller, action } = change;
  await attempt(onProblem, 'removal of old sessions', () =>
    ports.tokenStore.deleteByUser(user.id, user.credentialsVersion),
  );
  const { id, adresseMail, pseudo } = user;
  const locale = caller.locale ?? policy.locale;
  await attempt(onProblem, 'mail about the new password', () =>
    ports.mailer.send({ id, adresseMail, pseudo, locale }, { kind: 'password_changed' }),
  );
  audit(ports, action, caller, { actorId: user.id, targetId: user.id });
}
