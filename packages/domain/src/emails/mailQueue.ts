import * as v from 'valibot';
import { MAX_DATE_MS } from '../clock.ts';
import type { Health, OnDamaged } from '../storeErrors.ts';
import { LOCALES } from '../user.ts';
import type { Mail, MailPurpose, MailTokenClaims, MailTokens } from './mailer.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const date = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DATE_MS));
const text = v.string();

const claims = v.strictObject({
  userId: count,
  purpose: v.picklist(['confirm', 'recover', 'change_email', 'take_back', 'invitation']),
  version: count,
  dateExpiration: date,
  adresseMail: v.exactOptional(text),
});

/** Without the token, which is made of the claims when the mail is composed: so nobody who reads the store has a link. */
const kept = v.variant('kind', [
  v.strictObject({
    kind: v.picklist(['confirm', 'recover', 'change_email', 'email_changed', 'email_reserved', 'email_taken_back']),
    claims,
  }),
  v.strictObject({
    kind: v.picklist(['password_changed', 'account_recovered', 'email_taken', 'email_displaced', 'test']),
  }),
  v.strictObject({ kind: v.literal('algo_shared'), sharer: text, algo: text, algoId: count }),
  v.strictObject({
    kind: v.literal('share_invitation'),
    claims,
    sharer: text,
    sharerMail: text,
    isSharerConfirmed: v.boolean(),
    algo: text,
  }),
]);

/** The form of the name of a mail: its time, and a random part. */
export const MAIL_NAME = /^\d{8}T\d{9}Z-[0-9a-f]{16}$/;

const MailEntrySchema = v.strictObject({
  name: v.pipe(text, v.regex(MAIL_NAME)),
  /** The number of writes of the entry, from 1. */
  version: v.pipe(count, v.minValue(1)),
  /** Since when it waits, milliseconds since the Unix epoch. */
  date,
  /**
   * When it is tried next. Of a mail that is being sent: when another worker may take it, because this one has ended. Null: it was given
   * up.
   */
  dueAt: v.nullable(date),
  /** Which comes first of those that are due: decoys (0), what was never tried (1), the others (2). */
  rank: v.picklist([0, 1, 2]),
  entry: v.strictObject({
    recipient: v.strictObject({ id: count, adresseMail: text, pseudo: text, locale: v.picklist(LOCALES) }),
    /** Null: a decoy, which is removed and not sent. */
    mail: v.nullable(kept),
    /** How many failed since it was queued; while the mail server cannot be reached, none is counted. */
    tries: count,
    /** Whether the mail server was silent about it once: it gets more time, and is sent beside the others. */
    isSlow: v.boolean(),
    /** Whether a worker has it, until `dueAt`. */
    isTaken: v.boolean(),
    /** What the mail server answered to the last try that counts, as shown to operators; null: there was none. */
    answer: v.nullable(text),
  }),
});

export type MailEntry = Readonly<v.InferOutput<typeof MailEntrySchema>>;
export type KeptMail = NonNullable<MailEntry['entry']['mail']>;

/** As the functions of `storedValues.ts`; it checks the types too. */
export function impossibleInMail(entry: MailEntry): string | null {
  const { success, issues } = v.safeParse(MailEntrySchema, entry);
  return success ? null : (v.getDotPath(issues[0]) ?? 'entry');
}

const PURPOSES: Readonly<Record<Extract<Mail, { readonly token: string }>['kind'], MailPurpose>> = {
  confirm: 'confirm',
  recover: 'recover',
  change_email: 'change_email',
  email_changed: 'take_back',
  email_reserved: 'take_back',
  email_taken_back: 'recover',
  share_invitation: 'invitation',
};

/** The mail as it is kept. @throws TypeError for a token that `tokens` has not made */
export async function keptMail(tokens: Pick<MailTokens, 'read'>, mail: Mail): Promise<KeptMail> {
  if (!('token' in mail)) return mail;
  const { token, ...rest } = mail;
  const found: MailTokenClaims | null = await tokens.read(token, PURPOSES[mail.kind], 0); // one of a late mail has ended
  if (found === null) throw new TypeError('The token of a mail is none of this service');
  return { ...rest, claims: found };
}

/** The mail as it is sent: the inverse of `keptMail`. */
export async function mailOf(tokens: Pick<MailTokens, 'make'>, kept: KeptMail): Promise<Mail> {
  if (!('claims' in kept)) return kept;
  const { claims: of, ...rest } = kept;
  return { ...rest, token: await tokens.make(of) };
}

/** Selects mails that are due: at `by` at the latest, or after `ahead`, which a clock that was ahead has written. */
export interface DueMails {
  readonly by: number;
  readonly ahead: number;
  /** The most entries. */
  readonly limit: number;
}

/** Decoys are not counted. Damaged entries may be. */
export interface WaitingMails {
  /** How many are to be sent, those included that are being sent now. */
  readonly count: number;
  /** How many were given up. */
  readonly givenUp: number;
  /** Since when the oldest of those to be sent waits, in milliseconds since the Unix epoch; null if there is none. */
  readonly oldest: number | null;
}

/**
 * The mails that wait for a mail server, in the store, so that every server sees them. A worker takes one by a change that is made only
 * if nobody else was faster.
 */
export interface MailQueue extends Health {
  /** Stores a new entry; durable when it resolves. No effect when its name is there. */
  add(entry: MailEntry): Promise<void>;
  /** Entries that are due, by rank and then by `dueAt`; those of a clock that was ahead after the others. */
  listDue(query: DueMails, onDamaged?: OnDamaged): Promise<readonly MailEntry[]>;
  /** Entries of all kinds with a name above `after`, by name. */
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

/** `failed`: given up. `sending`: a worker has it at `now` (milliseconds since the Unix epoch). */
export const mailState = ({ dueAt, entry }: MailEntry, now: number): 'waiting' | 'sending' | 'failed' =>
  dueAt === null ? 'failed' : entry.isTaken && dueAt > now ? 'sending' : 'waiting';

/** The next version of the entry, with these changes, for `MailQueue.replace`. What is absent stays. */
export const changedEntry = (
  { version, ...of }: MailEntry,
  {
    entry,
    ...changes
  }: Partial<Pick<MailEntry, 'date' | 'dueAt' | 'rank'>> & { readonly entry?: Partial<MailEntry['entry']> },
): MailEntry => ({ ...of, ...changes, version: version + 1, entry: { ...of.entry, ...entry } });
