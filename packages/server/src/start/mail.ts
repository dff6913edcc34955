import {
  type OnDelivery,
  openMailSpool,
  type SmtpWorker,
  type SpooledMail,
  startMailKeeper,
  startSmtpWorker,
  type WaitingMails,
  waitingMails,
} from '@algotheque/adapters-mail';
import type { Mailer, OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { DiskRooms } from '../kept/diskRooms.ts';
import { mailFormOf } from '../mails/mailForm.ts';
import type { Prepared } from '../prepare.ts';

export type OnMail = (mail: SpooledMail) => void;

export interface MailParts {
  readonly onProblem: OnProblem;
  readonly onNotice: (line: string) => void;
  readonly rooms: DiskRooms;
  readonly onMail?: OnMail | undefined;
  readonly onDelivery?: OnDelivery | undefined;
  readonly closing: Closing;
}

export interface OpenedMail {
  readonly mailer: Mailer;
  /** What the mail server has not taken yet. Nothing waits in an outbox. @throws the system's error */
  waiting(): Promise<WaitingMails>;
}

/** Opens the spool, and with a mail server the worker that drains it. Old mails are removed as the settings say. */
export async function openMail(prepared: Prepared, parts: MailParts): Promise<OpenedMail> {
  const { settings, policy, smtp, mailTemplates } = prepared;
  const place = prepared.places.mail;
  const { onProblem, onNotice, onMail, onDelivery, rooms, closing } = parts;
  let worker: SmtpWorker | null = null;
  const spool = await openMailSpool({
    dir: place.dir,
    ...mailFormOf(settings, policy, mailTemplates),
    onProblem,
    onNotice,
    onWritten: () => worker?.wake(),
    room: rooms.at(place.dir),
    ...(place.smtp === null && onMail !== undefined && { onSpooled: onMail }),
  });
  const { dir } = spool;
  const keeper = startMailKeeper({
    dir,
    keepMs: settings.ALGOTHEQUE_MAIL_KEEP,
    isOutbox: place.smtp === null,
    onNotice,
    onProblem,
  });
  closing.add(keeper, (started) => started.stop(), 'the removal of old mails');
  if (place.smtp === null) return { mailer: spool, waiting: async () => ({ count: 0, oldest: null }) };
  worker = startSmtpWorker({
    dir,
    url: place.smtp,
    onProblem,
    onNotice,
    ...smtp,
    ...(onDelivery !== undefined && { onDelivery }),
  });
  closing.add(worker, (started) => started.stop(), 'the sending of mails');
  return { mailer: spool, waiting: () => waitingMails(dir) };
}
