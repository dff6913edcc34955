import type { Clock, OnNotice, OnProblem } from '@algotheque/domain';
import { nextTry, PAUSE, pauseAfter, waitMs } from './nextTry.ts';
import { reasonText } from './reason.ts';
import { isReply, type SmtpFailure, smtpFailure } from './smtpFailure.ts';
import { type DeliveryTimeouts, longestTryMs } from './smtpTimeouts.ts';
import { type SmtpTransport, slowTimes } from './smtpTransport.ts';
import type { SmtpServer } from './smtpUrl.ts';
import type { SpoolName } from './spoolName.ts';
import type { Queued, SpoolQueue } from './spoolQueue.ts';
import { NotAMailError, readStoredMail, type StoredMail } from './storedMail.ts';

/** What a try to send a mail has ended with: `deferred`, it is tried again; `failed`, it was put aside for good. */
export type Delivery = 'sent' | 'deferred' | 'failed';

export type OnDelivery = (delivery: Delivery) => void;

export interface DeliverySettings {
  readonly queue: SpoolQueue;
  readonly server: SmtpServer;
  readonly timeouts: DeliveryTimeouts;
  readonly transport: SmtpTransport;
  readonly slow: SmtpTransport;
  readonly connections: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onNotice: OnNotice;
  readonly onProblem: OnProblem;
  readonly onDelivery: OnDelivery;
}

interface Claimed extends Queued, StoredMail {
  readonly name: SpoolName;
}

/** A mail that is being sent. */
interface Try {
  readonly isSlow: boolean;
  readonly ends: AbortController;
  /** Whether the server has a session for it. */
  isBegun: boolean;
  /** Whether the server is done with it. */
  isEnded: boolean;
}

/** What is due is looked for at least this often. */
export const LOOK_AGAIN_MS = 60_000;

/** Sends what is due in a spool, as many mails at one time as there are connections. */
export class Deliveries {
  readonly #settings: DeliverySettings;
  readonly #tries = new Map<string, Try>();
  #running: readonly Promise<void>[] = [];
  #isStopped = false;
  /** How many connections the server accepts, as far as is known. */
  #width: number;
  /** Connections in a row that broke without an answer about a mail. */
  #broken = 0;
  /** Pauses in a row. */
  #failures = 0;
  #pausedUntil = 0;
  #looking: Promise<number> = Promise.resolve(0);

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
    this.#width = settings.connections;
  }

  /** Begins to send what is due, and goes on by itself. @returns milliseconds until the next look makes sense */
  look(): Promise<number> {
    this.#looking = this.#looking.then(
      () => this.#look(),
      () => this.#look(),
    );
    return this.#looking;
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    while (this.#running.length > 0) await Promise.all(this.#running);
  }

  /** Starts no further mail. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Ends the connections of what is under way. */
  abort(): void {
    for (const { ends } of this.#tries.values()) ends.abort();
  }

  async #look(): Promise<number> {
    const { queue, clock, connections } = this.#settings;
    const pause = this.#pauseLeft();
    if (pause > 0 || this.#isStopped) return pause;
    if (this.#tries.size === 0) {
      this.#width = connections;
      await queue.prepare();
    }
    const now = clock.now();
    const waiting = (await queue.list()).filter(({ file }) => !this.#tries.has(file));
    const due = waiting.filter((mail) => waitMs(mail, now) === 0).sort((one, other) => rank(one) - rank(other));
    for (const mail of due) if (this.#hasRoomFor(mail)) this.#start(mail);
    return waiting.reduce((least, mail) => Math.min(least, waitMs(mail, now) || LOOK_AGAIN_MS), LOOK_AGAIN_MS);
  }

  /** One slow mail at a time, beside the others. */
  #hasRoomFor(mail: Queued): boolean {
    const tries = [...this.#tries.values()];
    return isSlow(mail) ? !tries.some((one) => one.isSlow) : tries.filter((one) => !one.isSlow).length < this.#width;
  }

  #start(mail: Queued): void {
    const one: Try = { isSlow: isSlow(mail), ends: new AbortController(), isBegun: false, isEnded: false };
    this.#tries.set(mail.file, one);
    const work = this.#deliver(mail, one)
      .catch((problem: unknown) => {
        this.#pausedUntil = this.#settings.clock.now() + LOOK_AGAIN_MS; // the disk failed
        report(this.#settings, problem);
      })
      .then(() => {
        this.#tries.delete(mail.file);
        return this.look();
      })
      .catch((problem: unknown) => report(this.#settings, problem))
      .then(() => {
        this.#running = this.#running.filter((other) => other !== work);
      });
    this.#running = [...this.#running, work];
  }

  async #deliver(mail: Queued, one: Try): Promise<void> {
    const { queue, onDelivery } = this.#settings;
    if (!(await queue.claim(mail.file))) return;
    const claimed = await read(mail, this.#settings);
    if (claimed === null) return;
    const failure = await this.#send(claimed, one);
    one.isEnded = true;
    this.#learn(failure);
    if (failure === null) {
      await queue.remove(mail);
      onDelivery('sent');
    } else await settle(claimed, failure, this.#settings);
  }

  /** Null when the server has accepted the mail. */
  async #send(mail: StoredMail, one: Try): Promise<SmtpFailure | null> {
    const { transport, slow, server, timeouts, clock } = this.#settings;
    const ended = new AbortController();
    let isLate = false;
    const bound = longestTryMs(one.isSlow ? slowTimes(timeouts) : timeouts);
    void clock.sleep(bound, ended.signal).then(() => {
      if (ended.signal.aborted) return;
      isLate = true;
      one.ends.abort();
    });
    const begin = (): void => {
      one.isBegun = true;
    };
    try {
      await (one.isSlow ? slow : transport).send(mail, begin, one.ends.signal);
      return null;
    } catch (error) {
      return smtpFailure(error, { isBegun: one.isBegun, isLate }, server);
    } finally {
      ended.abort();
    }
  }

  /** What the end of a try says about the server: fewer connections, or a pause. */
  #learn(failure: SmtpFailure | null): void {
    if (failure === null || isReply(failure)) {
      this.#broken = 0;
      this.#failures = 0;
    } else if (failure.kind === 'dropped') {
      this.#broken += 1;
      if (this.#broken < this.#settings.connections) this.#failures = 0;
      else if (this.#broken % this.#settings.connections === 0) this.#pause();
    } else if (failure.kind === 'unreachable') this.#learnOfRefusal(failure);
  }

  /** A server that refuses one of several connections accepts fewer; one that refuses the last is out of reach. */
  #learnOfRefusal({ what, code, text }: SmtpFailure): void {
    const { onNotice } = this.#settings;
    const others = [...this.#tries.values()].filter(({ isEnded, isSlow }) => !isEnded && !isSlow).length;
    if (others > 0) {
      this.#width = Math.min(this.#width, others);
      return;
    }
    if (this.#pauseLeft() > 0) return; // it was reported
    this.#pause();
    onNotice(`${what}: ${code}: ${text}`); // the text is about the server: it has not been given a recipient
  }

  #pause(): void {
    this.#failures += 1;
    this.#pausedUntil = this.#settings.clock.now() + pauseAfter(this.#failures, this.#settings.random);
  }

  // A pause longer than the longest one comes from a clock that was set back.
  #pauseLeft(): number {
    const left = this.#pausedUntil - this.#settings.clock.now();
    return left > PAUSE.longestMs ? 0 : Math.max(0, left);
  }
}

const isSlow = ({ name }: Queued): boolean => name?.isSlow === true;

/** Mails that were never tried come first. */
const rank = ({ name }: Queued): number => (name === null || name.tries === 0 ? 0 : 1);

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
  else if (kind !== 'unreachable') onNotice(`${line}, to be tried again`); // that is reported once
}

async function putAside(mail: Queued, reason: string, { queue, onDelivery }: DeliverySettings): Promise<void> {
  await queue.putAside(mail, reason);
  onDelivery('failed');
}

const report = ({ onProblem }: DeliverySettings, problem: unknown): void => onProblem(problem, 'mail delivery');
