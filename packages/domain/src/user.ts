import * as v from 'valibot';

/** Languages that mails and pages exist in. */
export type Locale = 'en' | 'fr';

/** A user as stored. Names up to `urlPfp` are the specification's. */
export interface User {
  /** Positive, assigned by the store, never reused. */
  readonly id: number;
  /** As it was typed. Unique as the store compares addresses (`emailKey.ts`): exactly, or with case folded. */
  readonly adresseMail: string;
  /** PHC string. */
  readonly mdpHash: string;
  readonly pseudo: string;
  /** Milliseconds since the Unix epoch. */
  readonly dateInscription: number;
  readonly isVerified: boolean;
  readonly urlPfp: string | null;
  /** Disabled by whoever runs the service: no login succeeds, and no session is valid. */
  readonly isDisabled: boolean;
  /**
   * The number of changes of the credentials, starting at 1: a new password is one, and so is the disabling. A session or
   * recovery token with another version is void.
   */
  readonly credentialsVersion: number;
  /** The confirmation mail that is not yet in the spool, or null. */
  readonly confirmationDue: MailDue | null;
  /** The mail about a new password that is not yet in the spool, or null. */
  readonly noticeDue: MailDue | null;
  /** The withdrawal of every right that this account gave, if it is not finished, or null (`upkeep/withdrawal.ts`). */
  readonly withdrawalDue: WithdrawalDue | null;
  /** The change of the e-mail address that was asked for, and the addresses of before. */
  readonly emailChange: EmailChange;
}

/** A withdrawal that is due. */
export interface WithdrawalDue {
  /** Since when it is due, milliseconds since the Unix epoch. */
  readonly date: number;
}

/** What is pending about the e-mail address of a user, and what was before. */
export interface EmailChange {
  /**
   * The changes and take-backs so far in thousands, and the requests since the last of them in ones, from 0 (`afterEmailChange`). The
   * links of their mails are bound to it.
   */
  readonly version: number;
  /** The address that was asked for last, until its link is used; null if there is none. */
  readonly pending: PendingEmail | null;
  /** The addresses that can be taken back, at most `MOST_FORMER_EMAILS`, oldest first. Nobody else can have them meanwhile. */
  readonly former: readonly FormerEmail[];
}

const CHANGE = 1_000;

/** `EmailChange.version` after a change or a take-back. */
export const afterEmailChange = (version: number): number => version - (version % CHANGE) + CHANGE;

/** The changes and take-backs so far, whatever was asked for between them. */
export const emailChangesIn = ({ version }: Pick<EmailChange, 'version'>): number => Math.floor(version / CHANGE);

export interface PendingEmail {
  readonly adresseMail: string;
  /** When it was asked for, milliseconds since the Unix epoch. */
  readonly date: number;
}

/** An e-mail address that the user had before a change. */
export interface FormerEmail {
  readonly adresseMail: string;
  /** Whether it was confirmed. */
  readonly isVerified: boolean;
  /** `EmailChange.version` after the change. */
  readonly version: number;
  /**
   * When it was changed, milliseconds since the Unix epoch; or the last change or take-back after that: an earlier address can be taken
   * back as long as any later one.
   */
  readonly date: number;
  /** The language of the mail about the change that is not yet in the spool, or null. It is due since `date`. */
  readonly mailDue: Locale | null;
}

/**
 * The most addresses of one user that can be taken back at the same time. They must be few, because nobody else can have them; and
 * people change their address seldom.
 */
export const MOST_FORMER_EMAILS = 5;

/** A mail that is due: not yet in the spool. */
export interface MailDue {
  /** Since when it is due, milliseconds since the Unix epoch. */
  readonly date: number;
  readonly locale: Locale;
}

/** A user as they see themself. */
export const OwnUserOutput = v.object({
  id: v.number(),
  adresseMail: v.string(),
  pseudo: v.string(),
  /** Milliseconds since the Unix epoch. */
  dateInscription: v.number(),
  isVerified: v.boolean(),
  urlPfp: v.nullable(v.string()),
});
export type OwnUser = Readonly<v.InferOutput<typeof OwnUserOutput>>;

/** A user as other users see them. */
export const PublicUserOutput = v.pick(OwnUserOutput, ['id', 'pseudo', 'dateInscription', 'urlPfp']);
export type PublicUser = Readonly<v.InferOutput<typeof PublicUserOutput>>;

export function ownUser(user: User): OwnUser {
  const { id, adresseMail, pseudo, dateInscription, isVerified, urlPfp } = user;
  return { id, adresseMail, pseudo, dateInscription, isVerified, urlPfp };
}

export function publicUser(user: User): PublicUser {
  const { id, pseudo, dateInscription, urlPfp } = user;
  return { id, pseudo, dateInscription, urlPfp };
}

/**
 * What one atomic update sets; an absent field stays as it is. `mdpHash` raises `credentialsVersion` by one, and so
 * does `isDisabled: true` (by one if both are set): then a pending change of the e-mail address is void. `isVerified` clears
 * `confirmationDue`.
 */
export interface UserChanges {
  readonly pseudo?: string;
  readonly urlPfp?: string | null;
  readonly mdpHash?: string;
  readonly isVerified?: true;
  /**
   * The mail about the new password becomes due: set together with `mdpHash`, so that no crash can separate them.
   */
  readonly noticeDue?: MailDue;
  /** The withdrawal of every right that the account gave becomes due: set together with `mdpHash`, as `noticeDue`. */
  readonly withdrawalDue?: WithdrawalDue;
  readonly isDisabled?: boolean;
  /** Replaces what is pending, and raises `emailChange.version` by one; null only removes it. */
  readonly pendingEmail?: PendingEmail | null;
  /** Makes the changes only if this is the user's address, as it was typed; one with another address counts as of another version. */
  readonly ifAdresseMail?: string;
}

/** The versions that a user has when a change is decided: an update of a user with others does nothing. */
export interface UserVersions {
  readonly credentialsVersion: number;
  /** `emailChange.version` */
  readonly emailVersion: number;
}

/** Selects what is due: due since before `before`, or since after `after` (ms since the epoch). */
export interface DueQuery {
  readonly before: number;
  /** Later dates were written by a clock that was ahead. Default: none are selected. */
  readonly after?: number;
  readonly limit: number;
}
