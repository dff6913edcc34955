import type { Queued } from './spoolQueue.ts';

/** The mails of one round, and how it goes: what its sessions share. */
export class Round {
  /** Set to end the round early. */
  isOver = false;
  /** Whether the server has answered about a mail. */
  isAnswered = false;
  /** Whether the disk failed somewhere. */
  isBroken = false;
  #due: Queued[] = [];
  #hasSlow = false;

  constructor(due: readonly Queued[]) {
    this.setDue(due);
  }

  /**
   * The mails that are still to be tried: first those that were never tried, then the others, then the slow ones;
   * within each the one that waits longest first, as `due` is sorted.
   */
  setDue(due: readonly Queued[]): void {
    this.#due = due.toSorted((one, other) => rank(one) - rank(other));
  }

  /** How many mails wait for a session, including slow ones that wait for their one session. */
  get left(): number {
    return this.#due.length;
  }

  /** Whether a session would get a mail now. */
  get hasNext(): boolean {
    return this.#nextIndex() !== -1;
  }

  /** The next mail; its session must return it by `done`. At most one slow mail is taken at a time. */
  take(): Queued | null {
    const index = this.#nextIndex();
    const [mail = null] = index === -1 ? [] : this.#due.splice(index, 1);
    if (mail !== null && isSlow(mail)) this.#hasSlow = true;
    return mail;
  }

  /** The session has finished with the mail, whatever the result. */
  done(mail: Queued): void {
    if (isSlow(mail)) this.#hasSlow = false;
  }

  #nextIndex(): number {
    return this.#due.findIndex((mail) => !(this.#hasSlow && isSlow(mail)));
  }
}

const isSlow = ({ name }: Queued): boolean => name?.isSlow === true;

function rank(mail: Queued): number {
  if (isSlow(mail)) return 2;
  return mail.name === null || mail.name.tries === 0 ? 0 : 1;
}
