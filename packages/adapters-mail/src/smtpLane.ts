import type { OnNotice, OnProblem } from '@algotheque/domain';
import { nextTry } from './nextTry.ts';
import { reasonText } from './reason.ts';
import type { Round } from './round.ts';
import type { SmtpFailure } from './smtpFailure.ts';
import { isReply, type SenderSettings, SmtpSender } from './smtpSender.ts';
import type { SpoolName } from './spoolName.ts';
import type { Queued, SpoolQueue } from './spoolQueue.ts';
import { NotAMailError, readStoredMail, type StoredMail } from './storedMail.ts';

/** What a try to send a mail has ended with: `deferred`, it is tried again; `failed`, it was put aside for good. */
export type Delivery = 'sent' | 'deferred' | 'failed';

export type OnDelivery = (delivery: Delivery) => void;

export interface LaneSettings extends SenderSettings {
  readonly queue: SpoolQueue;
  readonly random: () => number;
  readonly onNotice: OnNotice;
  readonly onProblem: OnProblem;
  readonly onDelivery: OnDelivery;
}

interface Claimed extends Queued, StoredMail {
  readonly name: SpoolName;
}

/** Sends one mail after another from the spool to the server, until nothing is due or the connection breaks. */
export class SmtpLane {
  readonly #settings: LaneSettings;
  readonly #sender: SmtpSender;

  constructor(settings: LaneSettings) {
    this.#settings = settings;
    this.#sender = new SmtpSender(settings);
  }

  /**
   * Never rejects: failures are reported, and the other mails are sent.
   * @returns whether it ended because there were no more mails, not because its connection broke
   */
  async run(round: Round): Promise<boolean> {
    let goesOn = true;
    while (goesOn && !round.isOver) {
      const mail = round.take();
      if (mail === null) break;
      goesOn = await this.#deliver(mail, round).catch((problem: unknown) => {
        round.isBroken = true;
        this.#report(problem);
        return true;
      });
      round.done(mail);
    }
    await this.#sender.quit();
    return goesOn;
  }

  /** Ends the connection at once; a mail under way counts as dropped. */
  close(): void {
    this.#sender.close();
  }

  /** Whether the lane can go on. */
  async #deliver(mail: Queued, round: Round): Promise<boolean> {
    const { queue } = this.#settings;
    if (!(await queue.claim(mail.file))) return true;
    const claimed = await this.#read(mail);
    if (claimed === null) return true;
    const failure = await this.#sender.send(claimed.envelope, claimed.message, claimed.name.isSlow);
    const isAnswered = failure === null || isReply(failure);
    if (isAnswered) round.isAnswered = true;
    if (failure?.kind === 'unreachable') this.#endRound(round, failure);
    if (failure === null) {
      await queue.remove(mail);
      this.#settings.onDelivery('sent');
    } else await this.#settle(claimed, failure);
    return isAnswered || failure.kind === 'silent'; // silence says nothing about the next mail, like an answer
  }

  /** Null when it is no mail and was put aside. */
  async #read(mail: Queued): Promise<Claimed | null> {
    const { file, name } = mail;
    try {
      if (name === null) throw new NotAMailError('Its name is not one that the spool gives');
      return { file, name, ...readStoredMail(await this.#settings.queue.read(file)) };
    } catch (error) {
      if (!(error instanceof NotAMailError)) throw error;
      await this.#putAside(mail, 'not a mail of this spool', error.message);
      this.#report(new Error(`A file of the mail spool is no mail and was put aside: ${error.message}`));
      return null;
    }
  }

  async #settle(mail: Claimed, { kind, code, text }: SmtpFailure): Promise<void> {
    const { queue, clock, random } = this.#settings;
    const { name, file } = mail;
    const next = nextTry(name, kind, { now: clock.now(), random });
    const why = `${kind} at try ${name.tries + 1}`;
    if (next === null) await this.#putAside(mail, why, text);
    else {
      if (kind !== 'unreachable')
        await queue.keepReason(name, reasonText(clock.now(), why, text)).catch((problem) => this.#report(problem));
      await queue.putBack(file, next);
      this.#settings.onDelivery('deferred');
    }
    // The text stays in the folder, because it may name the recipient.
    const line = `Mail ${name.stem}: ${kind} (${code})`;
    if (next === null) this.#report(new Error(`${line}, put aside`));
    else if (kind !== 'unreachable') this.#settings.onNotice(`${line}, to be tried again`); // that is told once a round
  }

  async #putAside(mail: Queued, why: string, text: string): Promise<void> {
    const { queue, clock, onDelivery } = this.#settings;
    await queue.putAside(mail, reasonText(clock.now(), why, text));
    onDelivery('failed');
  }

  #endRound(round: Round, { code, text }: SmtpFailure): void {
    // The text is about the server: it has not been given a recipient.
    if (!round.isOver) this.#settings.onNotice(`The mail server cannot be reached: ${code}: ${text}`);
    round.isOver = true;
  }

  #report(problem: unknown): void {
    this.#settings.onProblem(problem, 'mail delivery');
  }
}
