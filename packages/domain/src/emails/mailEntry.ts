import * as v from 'valibot';
import { MAX_DATE_MS } from '../clock.ts';
import { LOCALES } from '../user.ts';
import type { Mail } from './mailer.ts';
import type { MailPurpose, MailTokenClaims, MailTokens } from './mailTokens.ts';

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

/** A mail without its token: the claims, of which the token is made when the mail is composed. So nobody who reads the store has a link. */
const kept = v.variant('kind', [
  v.strictObject({
    kind: v.picklist(['confirm', 'recover', 'change_email', 'email_changed', 'email_reserved', 'email_taken_back']),
    claims,
  }),
  v.strictObject({ kind: v.picklist(['password_changed', 'account_recovered', 'email_taken', 'email_displaced']) }),
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

/** The name is the time of the request, and a random part. */
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
    /** Null for a decoy, which is removed and not sent. */
    mail: v.nullable(kept),
    /** Failed tries so far. */
    tries: count,
    /** Whether the mail server was silent once during this mail. */
    isSlow: v.boolean(),
    isTaken: v.boolean(),
    /** What the mail server answered to the last try. */
    answer: v.nullable(text),
  }),
});

/** A mail that waits in the store, is being sent, or was given up. */
export type MailEntry = Readonly<v.InferOutput<typeof MailEntrySchema>>;
export type KeptMail = NonNullable<MailEntry['entry']['mail']>;

/** The field of an entry whose value no version of this program can have written, or null. It checks the types too. */
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

/** The mail as it was before `keptMail`. */
export async function mailOf(tokens: Pick<MailTokens, 'make'>, kept: KeptMail): Promise<Mail> {
  if (!('claims' in kept)) return kept;
  const { claims: of, ...rest } = kept;
  return { ...rest, token: await tokens.make(of) };
}
