import type { AuthenticatedCaller } from '../../src/caller.ts';
import { emailOf, mailedToken, openWithAda, PASSWORD, type World, type WorldOptions } from '../support/world.ts';

/** A world with Ada, who is logged in, and her requests. */
export async function withAda(options?: WorldOptions) {
  const { world, ada } = await openWithAda(options);
  return { world, ada, ask: (name: string, password?: string) => ask(world, ada, emailOf(name), password) };
}

/** Asks for another address. */
export function ask(
  { service }: World,
  caller: AuthenticatedCaller,
  newEmail: string,
  currentPassword = PASSWORD,
): Promise<void> {
  const input = { id: caller.user.id, changes: { currentPassword, newEmail } };
  return service.requestEmail(input, { ...caller, locale: 'fr' });
}

/** Asks for another address and uses the link. */
export async function change(world: World, caller: AuthenticatedCaller, name: string): Promise<void> {
  await ask(world, caller, emailOf(name));
  await world.service.changeEmail(mailedToken(world, 'change_email'));
}

/** The last mails, as kind and recipient. */
export const lastMails = ({ ports }: World, count: number): readonly (readonly [string, string])[] =>
  ports.mailer.sent.slice(-count).map(({ recipient, mail }) => [mail.kind, recipient.adresseMail] as const);
