import type { Locale, Utilisateur } from '../entities/utilisateur.ts';
import type { Ports } from '../ports/index.ts';
import type { MailPurpose } from '../ports/mailTokens.ts';
import type { Policy } from './policy.ts';

type MailPorts = Pick<Ports, 'mailer' | 'mailTokens' | 'clock'>;

/** Makes the token of a purpose and hands the mail with it to the spool. */
export async function sendTokenMail(
  ports: MailPorts,
  policy: Policy,
  user: Utilisateur,
  mail: { readonly kind: MailPurpose; readonly locale: Locale },
): Promise<void> {
  const token = await makeToken(ports, policy, user, mail.kind);
  const { id, adresseMail, pseudo } = user;
  await ports.mailer.send({ id, adresseMail, pseudo, locale: mail.locale }, { kind: mail.kind, token });
}

/** The work of `sendTokenMail` where there is nobody to send to. */
export async function sendDecoyMail(ports: MailPorts, policy: Policy, kind: MailPurpose): Promise<void> {
  await makeToken(ports, policy, { id: 1, credentialsVersion: 1 }, kind);
  await ports.mailer.sendDecoy(kind);
}

function makeToken(
  { mailTokens, clock }: MailPorts,
  policy: Policy,
  { id, credentialsVersion }: Pick<Utilisateur, 'id' | 'credentialsVersion'>,
  purpose: MailPurpose,
): Promise<string> {
  const ttlMs = purpose === 'confirm' ? policy.confirmTtlMs : policy.recoverTtlMs;
  return mailTokens.make({ userId: id, purpose, credentialsVersion, dateExpiration: clock.now() + ttlMs });
}
