import {
  openMailSpool,
  type SmtpWorker,
  type SpooledMail,
  startMailKeeper,
  startSmtpWorker,
} from '@algotheque/adapters-mail';
import type { Mailer, OnProblem } from '@algotheque/domain';
import type { Closing } from './closing.ts';
import type { DiskRooms } from './diskRooms.ts';
import type { Places } from './places.ts';
import type { Settings } from './settings/loadSettings.ts';

export type OnMail = (mail: SpooledMail) => void;

interface MailParts {
  readonly place: Places['mail'];
  readonly onProblem: OnProblem;
  readonly onNotice: (line: string) => void;
  readonly rooms: DiskRooms;
  readonly onMail?: OnMail | undefined;
  readonly closing: Closing;
}

/** Opens the spool, and with a mail server the worker that drains it. Old mails are removed as the settings say. */
export async function openMail(settings: Settings, parts: MailParts): Promise<Mailer> {
  const { place, onProblem, onNotice, onMail, rooms, closing } = parts;
  const publicUrl = settings.url ?? `http://localhost:${settings.port}`;
  let worker: SmtpWorker | null = null;
  const spool = await openMailSpool({
    dir: place.dir,
    from: settings.mailFrom,
    publicUrl,
    usersUrl: publicUrl + settings.usersPrefix,
    onProblem,
    onNotice,
    onWritten: () => worker?.wake(),
    room: rooms.at(place.dir),
    ...(place.smtp === null && onMail !== undefined && { onSpooled: onMail }),
  });
  const { dir } = spool;
  const keeper = startMailKeeper({
    dir,
    keepMs: settings.mailKeep,
    isOutbox: place.smtp === null,
    onNotice,
    onProblem,
  });
  closing.add(keeper, (started) => started.stop(), 'the removal of old mails');
  if (place.smtp === null) return spool;
  worker = startSmtpWorker({ dir, url: place.smtp, onProblem, onNotice });
  closing.add(worker, (started) => started.stop(), 'the sending of mails');
  return spool;
}
