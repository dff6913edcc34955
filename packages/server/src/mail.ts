import { type MailSpool, openMailSpool, type SpooledMail, startSmtpWorker } from '@algotheque/adapters-mail';
import type { Mailer, OnProblem } from '@algotheque/domain';
import type { Closing } from './closing.ts';
import type { Places } from './places.ts';
import type { Settings } from './settings/loadSettings.ts';
import { SettingsError } from './settings/loadSettings.ts';

export type OnMail = (mail: SpooledMail) => void;

interface MailHooks {
  readonly onProblem: OnProblem;
  readonly onMail?: OnMail;
}

/** Opens the spool, and where a mail server is named the worker that drains it. */
export async function openMail(settings: Settings, place: Places['mail'], hooks: MailHooks, closing: Closing): Promise<Mailer> {
  const { onProblem, onMail } = hooks;
  const spool = await openMailSpool({
    dir: place.dir,
    from: settings.mailFrom,
    publicUrl: settings.url ?? `http://localhost:${settings.port}`,
    usersPrefix: settings.usersPrefix,
    onProblem,
    ...(place.smtp === null && onMail !== undefined && { onSpooled: onMail }),
  });
  if (place.smtp !== null) closing.add(startWorker(spool, place.smtp, onProblem), (worker) => worker.stop());
  return spool;
}
