import type { Bounds } from '../bounds.ts';
import { CLOCK_TOLERANCE_MS } from '../clock.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { PENDING_AGE_MS } from '../content/contentStore.ts';
import { sendConfirmation } from '../mails/confirmationMail.ts';
import { sendChangedMails } from '../mails/emailMails.ts';
import { sendNotice } from '../mails/noticeMail.ts';
import { linkLifeMs } from '../mails/tokenMail.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import type { ResumedKind, ServiceObserver } from '../serviceObserver.ts';
import { latestDates } from '../sessions/expiration.ts';
import type { OnDamaged } from '../storeErrors.ts';
import type { DueQuery } from '../user.ts';
import { eraseUser } from './erasure.ts';
import { withdrawRights } from './withdrawal.ts';

interface Settings {
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly observer: ServiceObserver;
  readonly bounds: Pick<Bounds, 'batch'>;
}

type Needs = Exclude<keyof Ports, 'hasher' | 'accessTokens' | 'audit' | 'validator'>;

/** What is due is done again when it has been due for longer than a registration or a new password takes. */
const DUE_AGE_MS = 60_000;

const CHANGED_EMAILS = 'mails about new e-mail addresses that are due';

export const resumeWork = operation({
  name: 'ResumeWork',
  summary: 'Finish what a crash left in flight, and remove what has expired',
  caller: 'anybody',
  input: null,
  output: null,
  failures: [],
});

/**
 * Finishes the work that a crash interrupted, and removes what has expired. Its cost depends on the unfinished
 * work, not on all that is stored. Repeatable; safe at the same time as other calls and as itself on other servers.
 */
export class ResumeWork implements UseCase<typeof resumeWork> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;
  readonly #settings: Settings;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent, settings: Settings) {
    this.#ports = ports;
    this.#content = content;
    this.#settings = settings;
  }

  /**
   * Never rejects: a step that fails and a damaged record are reported, do not stop the others, and are tried again the
   * next time.
   */
  async execute(): Promise<void> {
    const { sessionStore, limiter, clock } = this.#ports;
    await this.#step('pending content', () => this.#settleContent());
    await this.#step('deletions in flight', () => this.#finishDeletions());
    await this.#step('mails about new passwords that are due', () => this.#sendNotices());
    await this.#step('rights to withdraw', () => this.#withdrawRights());
    await this.#step('confirmation mails that are due', () => this.#sendConfirmations());
    await this.#step(CHANGED_EMAILS, () => this.#sendChangedEmails());
    await this.#step('e-mail addresses of before', () => this.#dropOldEmails());
    const late = 'tokens that end too late';
    await this.#step(late, () =>
      sessionStore.cut(latestDates(this.#settings.policy, clock.now()), this.#leftOut(late)),
    );
    await this.#step('expired tokens', () => sessionStore.deleteExpired(clock.now()));
    await this.#step('expired counters', () => limiter.deleteExpired(clock.now()));
  }

  /** A content that is settled may leave another one to settle, so it looks again until it finds nothing new. */
  async #settleContent(): Promise<void> {
    const { contentStore, clock } = this.#ports;
    const where = 'pending content';
    const seen = new Set<string>();
    for (let onDamaged = this.#leftOut(where); ; onDamaged = () => {}) {
      const found = await contentStore.pending(clock.now(), onDamaged);
      const works = found.filter((work) => !seen.has(JSON.stringify(work)));
      if (works.length === 0) return;
      for (const work of works) {
        seen.add(JSON.stringify(work));
        await this.#step(where, async () => {
          await (work.kind === 'staged' ? this.#content.settleStaged(work.ref) : this.#content.settleDeletion(work.id));
          this.#resumed('content');
        });
      }
    }
  }

  /**
   * Repeats each deletion that has marked its user, while its entry exists. Once the entry is older than any call can
   * last, this is the last time, and the entry is removed. If its user is not marked by then, the deletion did not happen.
   */
  async #finishDeletions(): Promise<void> {
    const { users, deletions, clock } = this.#ports;
    for (const { userId, date } of await deletions.list(this.#leftOut('deletions in flight'))) {
      await this.#step('deletion of a user', async () => {
        const isMarked = (await users.findById(userId)) === null; // marked, or gone already
        if (isMarked) {
          const { onProblem, bounds } = this.#settings;
          await eraseUser({ ports: this.#ports, content: this.#content, onProblem, bounds }, userId);
        }
        const age = clock.now() - date;
        if (age >= PENDING_AGE_MS) {
          await deletions.remove(userId, date); // a deletion that has begun meanwhile has another date
          if (isMarked) this.#resumed('deletion');
        } else if (age < -CLOCK_TOLERANCE_MS) await deletions.add({ userId, date: clock.now() }); // written by a clock that was ahead
      });
    }
  }

  async #withdrawRights(): Promise<void> {
    const where = 'rights to withdraw';
    const { onProblem } = this.#settings;
    for (const user of await this.#ports.users.listWithdrawalDue(this.#owed(), this.#leftOut(where))) {
      await this.#step(where, async () => {
        await withdrawRights({ ports: this.#ports, onProblem }, user);
        this.#resumed('withdrawal');
      });
    }
  }

  async #sendConfirmations(): Promise<void> {
    const { users } = this.#ports;
    for (const user of await users.listConfirmationDue(
      this.#owed(),
      this.#leftOut('confirmation mails that are due'),
    )) {
      await this.#step('confirmation mail', async () => {
        await sendConfirmation(this.#ports, this.#settings, user);
        this.#resumed('confirmation');
      });
    }
  }

  /** What has been due for long, or since a date in the future, which a clock that was ahead wrote. */
  #owed(): DueQuery {
    const now = this.#ports.clock.now();
    return { before: now - DUE_AGE_MS, after: now + CLOCK_TOLERANCE_MS, limit: this.#settings.bounds.batch };
  }

  async #sendNotices(): Promise<void> {
    const { users } = this.#ports;
    for (const user of await users.listNoticeDue(
      this.#owed(),
      this.#leftOut('mails about new passwords that are due'),
    )) {
      await this.#step('mail about the new password', async () => {
        await sendNotice(this.#ports, this.#settings, user);
        this.#resumed('notice');
      });
    }
  }

  async #sendChangedEmails(): Promise<void> {
    const { users } = this.#ports;
    for (const user of await users.listEmailMailDue(this.#owed(), this.#leftOut(CHANGED_EMAILS))) {
      await this.#step('mail about the new e-mail address', async () => {
        await sendChangedMails(this.#ports, this.#settings, user);
        this.#resumed('email');
      });
    }
  }

  /** Their links have ended by then. */
  #dropOldEmails(): Promise<void> {
    const { users, clock } = this.#ports;
    const { policy } = this.#settings;
    const [pending, former] = [linkLifeMs(policy, 'change_email'), linkLifeMs(policy, 'take_back')];
    return users.dropOldEmails({ pendingBefore: clock.now() - pending, formerBefore: clock.now() - former });
  }

  #resumed(kind: ResumedKind): void {
    this.#settings.observer.onResumed?.(kind);
  }

  /** Reports each damaged record that a list of this step leaves out. */
  #leftOut(where: string): OnDamaged {
    return (damage) => this.#settings.onProblem(damage, where);
  }

  #step(where: string, work: () => Promise<unknown>): Promise<void> {
    return attempt(this.#settings.onProblem, where, work);
  }
}
