import type { Health } from '../health.ts';
import type { OnDamaged } from '../storeErrors.ts';
import type { MailEntry } from './mailEntry.ts';

/** Selects mails that are due: at `by` at the latest, or after `ahead`, which a clock that was ahead has written. */
export interface DueMails {
  readonly by: number;
  readonly ahead: number;
  /** The most entries. */
  readonly limit: number;
}

export interface WaitingMails {
  /** How many are to be sent, those included that are being sent now. Decoys are not among them. */
  readonly count: number;
  /** Since when the oldest of them waits, in milliseconds since the Unix epoch; null if there is none. */
  readonly oldest: number | null;
}

/**
 * The mails that wait for a mail server, in the store, so that every server sees them. A worker takes one by a change that is made only
 * if nobody else was faster. All methods throw UnavailableError when the store cannot be reached.
 */
export interface MailQueue extends Health {
  /** Stores a new entry; durable when it resolves. No effect when its name is there. */
  add(entry: MailEntry): Promise<void>;
  /**
   * Entries that are due, by rank and then by `dueAt`; those of a clock that was ahead after the others. A damaged one is left out, and
   * `onDamaged` gets it. Without `onDamaged`:
   * @throws DamagedError
   */
  listDue(query: DueMails, onDamaged?: OnDamaged): Promise<readonly MailEntry[]>;
  /** Entries of all kinds with a name above `after`, by name; damaged ones as above. */
  list(page: { readonly after: string; readonly limit: number }, onDamaged?: OnDamaged): Promise<readonly MailEntry[]>;
  /** When the next entry is due that is not due at `after`; null if there is none. */
  nextDue(after: number): Promise<number | null>;
  /**
   * Puts the entry in the place of its version before, which is `version - 1`. False, and no effect, when it has another one. It need not
   * survive a power loss.
   */
  replace(entry: MailEntry): Promise<boolean>;
  /** Removes the entry of this version; durable when it resolves. False, and no effect, when it has another one. */
  remove(entry: Pick<MailEntry, 'name' | 'version'>): Promise<boolean>;
  waiting(): Promise<WaitingMails>;
}

/** Where a mail is, for people. */
export const placeOf = ({ dueAt, entry }: MailEntry, now: number): 'waiting' | 'sending' | 'failed' =>
  dueAt === null ? 'failed' : entry.isTaken && dueAt > now ? 'sending' : 'waiting';

/** The entry after a change; the part that is stored as a whole is given as a change of it. */
export const changedEntry = (
  { version, ...of }: MailEntry,
  {
    entry,
    ...changes
  }: Partial<Pick<MailEntry, 'date' | 'dueAt' | 'rank'>> & { readonly entry?: Partial<MailEntry['entry']> },
): MailEntry => ({ ...of, ...changes, version: version + 1, entry: { ...of.entry, ...entry } });
