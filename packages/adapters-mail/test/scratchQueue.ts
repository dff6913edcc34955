import { type MailEntry, type Mailer, type MailQueue, type MailTokens, mailState } from '@algotheque/domain';
import { FakeClock, memoryMailQueue, memoryMailTokens } from '@algotheque/domain/memory';
import { onTestFinished } from 'vitest';
import { Deliveries } from '../src/deliveries.ts';
import { deliverySettings } from '../src/deliverySettings.ts';
import { type Delivery, queuedMailer, type SmtpOptions } from '../src/index.ts';
import { FORM, NOW, recipient } from './scratch.ts';

export interface Drain extends Pick<Deliveries, 'look' | 'idle' | 'stop' | 'abort'> {
  /** Sends all that is due. @returns milliseconds until the next look makes sense */
  runOnce(): Promise<number>;
}

interface Places {
  readonly waiting: readonly string[];
  readonly sending: readonly string[];
  readonly failed: readonly string[];
}

export interface ScratchQueue {
  readonly mails: MailQueue;
  readonly mailTokens: MailTokens;
  readonly mailer: Mailer;
  readonly clock: FakeClock;
  /** The messages of reported problems. */
  readonly problems: string[];
  /** The ends of tries. */
  readonly deliveries: readonly Delivery[];
  /** Lines about what is tried again. */
  readonly notices: string[];
  /** Opens a worker of the queue, as at the start of a process. */
  open(
    url: string,
    options?: SmtpOptions & { readonly isAlone?: boolean; readonly timeOfAges?: () => Promise<number> },
  ): Drain;
  /** Asks for a mail to each, one after another. */
  queueFor(...addresses: readonly string[]): Promise<void>;
  entries(): Promise<readonly MailEntry[]>;
  /** The names of the waiting, the taken and the failed mails, with their tries: `NAME try2 slow`. */
  places(): Promise<Places>;
  /** The answer to the only failed mail. */
  reason(): Promise<string>;
}

/** A queue in memory, and workers of it on a clock that stands still. Delays are the middle of their range. */
export function scratchQueue(): ScratchQueue {
  const clock = new FakeClock(NOW);
  const [mails, mailTokens] = [memoryMailQueue(), memoryMailTokens()];
  const problems: string[] = [];
  const notices: string[] = [];
  const ended: Delivery[] = [];
  const mailer = queuedMailer({ mails, mailTokens, clock, from: FORM.from });
  const entries = () => mails.list({ after: '', limit: 1_000 });
  const places = async (): Promise<Places> => {
    const found = { waiting: [] as string[], sending: [] as string[], failed: [] as string[] };
    for (const mail of await entries()) {
      const { tries, isSlow } = mail.entry;
      const tried = tries === 0 ? [] : [`try${tries}`, ...(isSlow ? ['slow'] : [])];
      found[mailState(mail, clock.now())].push([mail.name, ...tried].join(' '));
    }
    return found;
  };
  return {
    mails,
    mailTokens,
    mailer,
    clock,
    problems,
    notices,
    deliveries: ended,
    entries,
    places,
    open(url, options = {}) {
      const deliveries = new Deliveries({
        ...deliverySettings({
          ...options,
          mails,
          mailTokens,
          ...FORM,
          url,
          clock,
          onNotice: (line) => notices.push(line),
          onProblem: (problem) => problems.push(String(problem)),
          onDelivery: (delivery) => ended.push(delivery),
        }),
        random: () => 0.5,
      });
      onTestFinished(() => deliveries.close());
      return {
        look: () => deliveries.look(),
        idle: () => deliveries.idle(),
        stop: () => deliveries.stop(),
        abort: () => deliveries.abort(),
        async runOnce() {
          await deliveries.look();
          await deliveries.idle();
          return deliveries.look();
        },
      };
    },
    async queueFor(...addresses) {
      const claims = { userId: 1, purpose: 'confirm', version: 1, dateExpiration: NOW + 86_400_000 } as const;
      for (const adresseMail of addresses) {
        await mailer.send(recipient({ adresseMail }), { kind: 'confirm', token: await mailTokens.make(claims) });
        clock.advance(1);
      }
    },
    async reason() {
      const failed = (await entries()).filter(({ dueAt }) => dueAt === null);
      if (failed.length > 1) throw new Error('several mails were given up');
      return failed[0]?.entry.answer ?? '';
    },
  };
}
