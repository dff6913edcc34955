import {
  type FolderMail,
  type OnDelivery,
  openMailFolder,
  queuedMailer,
  startMailKeeper,
  startSmtpWorker,
} from '@algotheque/adapters-mail';
import type { Mailer, OnProblem, Ports } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { mailFormOf } from '../mails/mailForm.ts';
import type { Prepared } from '../prepare.ts';
import type { DiskRooms } from '../stores/diskRooms.ts';

export type OnMail = (mail: FolderMail) => void;

export interface MailParts extends Pick<Ports, 'mails' | 'mailTokens' | 'rounds' | 'clock'> {
  readonly onProblem: OnProblem;
  readonly onNotice: (line: string) => void;
  readonly rooms: DiskRooms;
  readonly onMail?: OnMail | undefined;
  readonly onDelivery?: OnDelivery | undefined;
  readonly closing: Closing;
}

/** A folder, or the queue of the store with the worker that sends its mails. Old mails are removed as the settings say. */
export async function openMail(prepared: Prepared, parts: MailParts): Promise<Mailer> {
  const { settings, policy, smtp, mailTemplates } = prepared;
  const { dir, smtp: url } = prepared.places.mail;
  const { mails, mailTokens, rounds, clock, onProblem, onNotice, onMail, onDelivery, rooms, closing } = parts;
  const form = mailFormOf(settings, policy, mailTemplates);
  const told = { onProblem, onNotice };
  // What ends by age ends by the rounds of the store, which go on in steps where the clock jumps.
  const timeOfAges = async (): Promise<number> => Math.min(clock.now(), (await rounds.last()) ?? clock.now());
  const timed = { clock, timeOfAges };
  const keeping = { of: url === null ? dir : mails, keepMs: settings.ALGOTHEQUE_MAIL_KEEP, ...timed, ...told };
  const keep = () => closing.add(startMailKeeper(keeping), (started) => started.stop(), 'the removal of old mails');
  if (url === null) {
    const mailer = await openMailFolder({ dir, ...form, ...told, room: rooms.at(dir), ...(onMail && { onMail }) });
    keep(); // in a folder that was accepted
    return mailer;
  }
  keep();
  const worker = startSmtpWorker({
    mails,
    mailTokens,
    isAlone: prepared.places.store.path !== null,
    url,
    ...timed,
    ...form,
    ...smtp,
    ...told,
    ...(onDelivery && { onDelivery }),
  });
  closing.add(worker, (started) => started.stop(), 'the sending of mails');
  return queuedMailer({ mails, mailTokens, clock, from: form.from, onQueued: () => worker.wake() });
}
