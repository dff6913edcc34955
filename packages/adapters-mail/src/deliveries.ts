import { changedEntry, type DamagedError, type MailEntry, mailOf } from '@algotheque/domain';
import { type ComposedMail, composeMail } from './composeMail.ts';
import type { DeliverySettings } from './deliverySettings.ts';
import { mailWriter, type WriteMail } from './mailWriter.ts';
import { afterFailure } from './nextTry.ts';
import { Pace } from './pace.ts';
import { dueMails, freeTaken } from './queueReads.ts';
import type { SmtpFailure } from './smtpFailure.ts';
import { slowOptions } from './smtpOptions.ts';
import { SmtpTransport } from './smtpTransport.ts';

interface Try {
  /** As this worker has stored it last. */
  mail: MailEntry;
  readonly ends: AbortController;
  /** Whether the server is done with it. */
  readonly ended: AbortController;
}

/** How long a mail that is being sent belongs to its worker, unless the worker prolongs it: one that has ended does not. */
const LEASE_MS = 60_000;
const PROLONG_MS = 20_000;

/** What is due is looked for at least this often. */
const LOOK_AGAIN_MS = 60_000;

/** Sends what is due in the queue of a store, as many mails at one time as there are connections. */
export class Deliveries {
  readonly #settings: DeliverySettings;
  readonly #write: WriteMail;
  readonly #pools: Readonly<Record<'usual' | 'slow', SmtpTransport>>;
  readonly #pace: Pace;
  readonly #tries = new Map<string, Try>();
  /** The names of damaged entries that were reported. */
  readonly #damaged = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;
  #isPrepared = false;
  #looking: Promise<number> = Promise.resolve(0);

  /** @throws TypeError when the URL, `dkim` or the form of mails is malformed; the message shows nothing of URL and key */
  constructor(settings: DeliverySettings) {
    this.#settings = settings;
    this.#pools = { usual: new SmtpTransport(settings), slow: new SmtpTransport(slowOptions(settings)) };
    this.#write = mailWriter(settings);
    this.#pace = new Pace(settings);
  }

  /** Begins to send what is due, and goes on by itself. @returns milliseconds until the next look makes sense */
  look(): Promise<number> {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((problem: unknown) => {
        this.#settings.onProblem(problem, 'mails that wait');
        return LOOK_AGAIN_MS;
      });
    return this.#looking;
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Ends all connections. */
  close(): void {
    for (const pool of Object.values(this.#pools)) pool.close();
  }

  stop(): void {
    this.#isStopped = true;
  }

  abort(): void {
    for (const { ends } of this.#tries.values()) ends.abort();
  }

  async #look(): Promise<number> {
    const { mails, clock, connections } = this.#settings;
    const now = clock.now();
    if (this.#settings.isAlone && !this.#isPrepared) await freeTaken(mails, now);
    this.#isPrepared = true;
    const due = await dueMails(mails, { now, taken: this.#tries.size }, (damage) => this.#reportOnce(damage));
    const pause = this.#pace.pauseLeft();
    if (pause > 0 || this.#isStopped) return pause;
    if (this.#tries.size === 0) this.#pace.width = connections;
    const mine = due.filter(({ name }) => !this.#tries.has(name));
    for (const mail of mine) if (this.#hasRoomFor(mail)) this.#start(mail);
    const next = await mails.nextDue(now);
    return next === null ? LOOK_AGAIN_MS : Math.min(next - now, LOOK_AGAIN_MS);
  }

  /** A damaged entry stays where it is, and is reported once. */
  #reportOnce(damage: DamagedError): void {
    if (this.#damaged.has(damage.id)) return;
    this.#damaged.add(damage.id);
    report(this.#settings, damage);
  }

  /** One slow mail at a time, beside the others. */
  #hasRoomFor({ entry: { isSlow } }: MailEntry): boolean {
    const alike = [...this.#tries.values()].filter(({ mail }) => mail.entry.isSlow === isSlow);
    return alike.length < (isSlow ? 1 : this.#pace.width);
  }

  #start(mail: MailEntry): void {
    const one: Try = { mail, ends: new AbortController(), ended: new AbortController() };
    this.#tries.set(mail.name, one);
    const work = this.#deliver(one)
      .catch((problem: unknown) => {
        this.#pace.rest(LOOK_AGAIN_MS); // the store failed
        report(this.#settings, problem);
      })
      .then(() => {
        this.#tries.delete(mail.name);
        return this.look();
      })
      .then(() => void this.#running.delete(work));
    this.#running.add(work);
  }

  async #deliver(one: Try): Promise<void> {
    const { mails, onDelivery, clock, timeOfAges, random } = this.#settings;
    if (!(await this.#take(one))) return; // another server has it
    const holding = this.#hold(one);
    const pool = one.mail.entry.isSlow ? this.#pools.slow : this.#pools.usual;
    const { failure } = await pool.send(() => this.#compose(one.mail), one.ends.signal, clock);
    one.ended.abort();
    await holding;
    const tries = [...this.#tries.values()];
    const others = tries.filter(({ ended, mail }) => !ended.signal.aborted && !mail.entry.isSlow).length;
    this.#pace.learn(failure, others);
    if (failure === null) {
      await mails.remove(one.mail); // a false says that another server has taken it meanwhile, and sends it once more
      onDelivery('sent');
      return;
    }
    const next = afterFailure(one.mail, failure, { now: clock.now(), timeOfAges: await timeOfAges(), random });
    await mails.replace(next);
    this.#tell(next, failure);
  }

  async #take(one: Try): Promise<boolean> {
    const { mails, clock } = this.#settings;
    const taken = changedEntry(one.mail, { dueAt: clock.now() + LEASE_MS, entry: { isTaken: true } });
    const isTaken = await mails.replace(taken);
    if (isTaken) one.mail = taken;
    return isTaken;
  }

  /** Prolongs the time in which the mail belongs to this worker. A worker that has lost it ends its try. */
  async #hold(one: Try): Promise<void> {
    for (;;) {
      await this.#settings.clock.sleep(PROLONG_MS, one.ended.signal);
      if (one.ended.signal.aborted) return;
      const isHeld = await this.#take(one).catch((problem: unknown) => {
        report(this.#settings, problem); // it is tried again before the time ends
        return true;
      });
      if (!isHeld) return one.ends.abort();
    }
  }

  async #compose({ name, date, entry: { recipient, mail } }: MailEntry): Promise<ComposedMail> {
    if (mail === null) throw new TypeError('A decoy is not sent');
    return composeMail(this.#write(recipient, await mailOf(this.#settings.mailTokens, mail)), { name, date });
  }

  #tell({ name, dueAt }: MailEntry, { kind, code }: SmtpFailure): void {
    const { onNotice, onDelivery } = this.#settings;
    onDelivery(dueAt === null ? 'failed' : 'deferred');
    // The text stays in the entry, because it may name the recipient.
    const line = `Mail ${name}: ${kind} (${code})`;
    if (dueAt === null) report(this.#settings, new Error(`${line}, given up`));
    else if (kind !== 'unreachable') onNotice(`${line}, to be tried again`); // that is reported once
  }
}

const report = ({ onProblem }: DeliverySettings, problem: unknown): void => onProblem(problem, 'mail delivery');
