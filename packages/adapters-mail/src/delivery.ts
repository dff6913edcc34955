import type { OnNotice, OnProblem } from '@algotheque/domain';
import { nextTry } from './nextTry.ts';
import { reasonText } from './reason.ts';
import type { Round } from './round.ts';
import type { SmtpFailure } from './smtpFailure.ts';
import { isReply, type SessionSettings, type SmtpSession } from './smtpSession.ts';
import type { SpoolName } from './spoolName.ts';
import type { Queued, SpoolQueue } from './spoolQueue.ts';
import { NotAMailError, readStoredMail, type StoredMail } from './storedMail.ts';

/** What a try to send a mail has ended with: `deferred`, it is tried again; `failed`, it was put aside for good. */
export type Delivery = 'sent' | 'deferred' | 'failed';

export type OnDelivery = (delivery: Delivery) => void;

export interface DeliverySettings extends SessionSettings {
  readonly queue: SpoolQueue;
  readonly random: () => number;
  readonly onNotice: OnNotice;
  readonly onProblem: OnProblem;
  readonly onDelivery: OnDelivery;
}

interface Claimed extends Queued, StoredMail {
  readonly name: SpoolName;
}

/** What the deliveries over one session share. */
interface Lane {
  readonly round: Round;
  readonly session: SmtpSession;
  readonly settings: DeliverySettings;
}

/**
 * Sends one mail after another from the spool to the server, until nothing is due or the connection breaks. Never rejects:
 * failures are reported, and the other mails are sent.
 * @returns whether it ended because there were no more mails, not because its connection broke
 */
export async function deliverDue(lane: Lane): Promise<boolean> {
  const { round, session, settings } = lane;
  let goesOn = true;
  while (goesOn && !round.isOver) {
    const mail = round.take();
    if (mail === null) break;
    goesOn = await deliver(mail, lane).catch((problem: unknown) => {
      round.isBroken = true;
      report(settings, problem);
      return true;
    });
    round.done(mail);
  }
  await session.quit();
  return goesOn;
}

/** Whether the session can go on. */
async function deliver(mail: Queued, { round, session, settings }: Lane): Promise<boolean> {
  const { queue, onDelivery } = settings;
  if (!(await queue.claim(mail.file))) return true;
  const claimed = await read(mail, settings);
  if (claimed === null) return true;
  const failure = await session.send(claimed.envelope, claimed.message, claimed.name.isSlow);
  const isAnswered = failure === null || isReply(failure);
  if (isAnswered) round.isAnswered = true;
  if (failure?.kind === 'unreachable') endRound(round, failure, settings);
  if (failure === null) {
    await queue.remove(mail);
    onDelivery('sent');
  } else await settle(claimed, failure, settings);
  return isAnswered || failure.kind === 'silent'; // silence says nothing about the next mail, like an answer
}

/** Null when it is no mail and was put aside. */
async function read(mail: Queued, settings: DeliverySettings): Promise<Claimed | null> {
  const { file, name } = mail;
  try {
    if (name === null) throw new NotAMailError('Its name is not one that the spool gives');
    return { file, name, ...readStoredMail(await settings.queue.read(file)) };
  } catch (error) {
    if (!(error instanceof NotAMailError)) throw error;
    await putAside(mail, reasonText(settings.clock.now(), 'not a mail of this spool', error.message), settings);
    report(settings, new Error(`A file of the mail spool is no mail and was put aside: ${error.message}`));
    return null;
  }
}

async function settle(
  { name, file }: Claimed,
  { kind, code, text }: SmtpFailure,
  settings: DeliverySettings,
): Promise<void> {
  const { queue, clock, random, onDelivery, onNotice } = settings;
  const next = nextTry(name, kind, { now: clock.now(), random });
  const reason = reasonText(clock.now(), `${kind} at try ${name.tries + 1}`, text);
  if (next === null) await putAside({ file, name }, reason, settings);
  else {
    if (kind !== 'unreachable') await queue.keepReason(name, reason).catch((problem) => report(settings, problem));
    await queue.putBack(file, next);
    onDelivery('deferred');
  }
  // The text stays in the folder, because it may name the recipient.
  const line = `Mail ${name.stem}: ${kind} (${code})`;
  if (next === null) report(settings, new Error(`${line}, put aside`));
  else if (kind !== 'unreachable') onNotice(`${line}, to be tried again`); // that is reported once a round
}

async function putAside(mail: Queued, reason: string, { queue, onDelivery }: DeliverySettings): Promise<void> {
  await queue.putAside(mail, reason);
  onDelivery('failed');
}

function endRound(round: Round, { code, text }: SmtpFailure, { onNotice }: DeliverySettings): void {
  // The text is about the server: it has not been given a recipient.
  if (!round.isOver) onNotice(`The mail server cannot be reached: ${code}: ${text}`);
  round.isOver = true;
}

const report = ({ onProblem }: DeliverySettings, problem: unknown): void => onProblem(problem, 'mail delivery');
