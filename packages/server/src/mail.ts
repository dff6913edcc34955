import { openMailSpool, type SpooledMail, startSmtpWorker } from '@algotheque/adapters-mail';
import type { Mailer, OnProblem } from '@algotheque/domain';
import type { Closing } from './closing.ts';
import type { Places } from './places.ts';
import type { Settings } from './settings/loadSettings.ts';

export type OnMail = (mail: SpooledMail) => void;

interface MailParts {
  readonly place: Places['mail'];
  readonly onProblem: OnProblem;
  readonly onMail?: OnMail | undefined;
  readonly closing: Closing;
}

/** Opens the spool, and where a mail server is named the worker that drains it. */
export async function openMail(settings: Settings, { place, onProblem, onMail, closing }: MailParts): Promise<Mailer> {
  const spool = await openMailSpool({
    dir: place.dir,
    from: settings.mailFrom,
    publicUrl: settings.url ?? `http://localhost:${settings.port}`,
    usersPrefix: settings.usersPrefix,
    onProblem,
    ...(place.smtp === null && onMail !== undefined && { onSpooled: onMail }),
  });
  if (place.smtp === null) return spool;
  const worker = startSmtpWorker({ dir: spool.dir, url: place.smtp, onProblem });
  closing.add(worker, (started) => started.stop());
  return {
    health: () => spool.health(),
    sendDecoy: (kind) => spool.sendDecoy(kind),
    async send(recipient, mail) {
      await spool.send(recipient, mail);
      worker.wake();
    },
  };
}
