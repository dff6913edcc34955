import * as v from 'valibot';

export type Locale = 'en' | 'fr';

export const LOCALES: readonly Locale[] = ['en', 'fr'];

/** What an owner of the service may do with all of it: look at accounts, mails and events, or act on them too. */
export const SERVICE_RIGHTS = ['look', 'act'] as const;
export type ServiceRight = (typeof SERVICE_RIGHTS)[number];

/** A user as stored. Names up to `urlPfp` are the specification's. */
export interface User {
  /** Positive, assigned by the store, never reused. */
  readonly id: number;
  /** As it was typed. Unique as the store compares addresses (`emails/emailKey.ts`): exactly, or with case folded. */
  readonly adresseMail: string;
  /** PHC string. */
  readonly mdpHash: string;
  readonly pseudo: string;
  /** Milliseconds since the Unix epoch. */
  readonly dateInscription: number;
  readonly isVerified: boolean;
  readonly urlPfp: string | null;
  /** Disabled by an operator of the service: no login succeeds, and no session is valid. */
  readonly isDisabled: boolean;
  /**
   * The number of changes of the credentials, starting at 1: a new password is one, and so is the disabling. A session or
   * recovery token with another version is void.
   */
  readonly credentialsVersion: number;
  /** The work for this user that a commit has made due and that is not done yet, the longest due first. */
  readonly due: readonly Due[];
  readonly emailChange: EmailChange;
  /** The language of mails that others cause; null where it is not known, and then it is that of the policy. */
  readonly locale: Locale | null;
  /** Whether a mail tells the user that somebody shares an algorithm with them. */
  readonly shareMails: boolean;
  /** Null for those who are no owners of the service. */
  readonly serviceRight: ServiceRight | null;
}

/**
 * What can be due, in the order in which it is done. A mail is due until the mailer has it. `withdrawal`: of every right that the account
 * gave. `changed`: the mail to a former address that can be taken back. `displaced`: to an address that the account has left for a former
 * one.
 */
export const DUE_KINDS = ['notice', 'withdrawal', 'confirmation', 'changed', 'displaced'] as const;
export type DueKind = (typeof DUE_KINDS)[number];

/** Work that is due. A user has one entry of a kind and version at most. */
export interface Due {
  readonly kind: DueKind;
  /**
   * Says which one it is: for `changed` and `displaced` the `EmailChange.version` after the change that made it due, for the others
   * the `credentialsVersion` after it.
   */
  readonly version: number;
  /** Since when it is due, milliseconds since the Unix epoch. */
  readonly date: number;
  /** The language of the mail; of the request, for a withdrawal. */
  readonly locale: Locale;
  /** Where a mail goes that does not go to the user's present address: a former one, or one that the account has left. Else null. */
  readonly adresseMail: string | null;
}

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

/** Whatever was asked for between them. */
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
}

/** Nobody else can have them meanwhile. */
export const MOST_FORMER_EMAILS = 5;

/** A user as they see themself. */
export const OwnUserOutput = v.object({
  id: v.number(),
  adresseMail: v.string(),
  pseudo: v.string(),
  /** Milliseconds since the Unix epoch. */
  dateInscription: v.number(),
  isVerified: v.boolean(),
  urlPfp: v.nullable(v.string()),
  /** The language of mails that others cause; null: that of the service. */
  locale: v.nullable(v.picklist(LOCALES)),
  /** Whether a mail tells them that somebody shares an algorithm with them. */
  shareMails: v.boolean(),
  /** Of an owner of the service; absent from others. */
  serviceRight: v.optional(v.picklist(SERVICE_RIGHTS)),
});
export type OwnUser = Readonly<v.InferOutput<typeof OwnUserOutput>>;

/** A user as other users see them. */
export const PublicUserOutput = v.pick(OwnUserOutput, ['id', 'pseudo', 'dateInscription', 'urlPfp']);
export type PublicUser = Readonly<v.InferOutput<typeof PublicUserOutput>>;

export function ownUser(user: User): OwnUser {
  const { id, adresseMail, pseudo, dateInscription, isVerified, urlPfp, locale, shareMails, serviceRight } = user;
  const own = { id, adresseMail, pseudo, dateInscription, isVerified, urlPfp, locale, shareMails };
  return serviceRight === null ? own : { ...own, serviceRight };
}

export function publicUser(user: User): PublicUser {
  const { id, pseudo, dateInscription, urlPfp } = user;
  return { id, pseudo, dateInscription, urlPfp };
}

/**
 * What one atomic update sets; an absent field stays as it is. `mdpHash` raises `credentialsVersion` by one, and so does `isDisabled: true`
 * (by one if both are set): then a pending change of the e-mail address is void. `isVerified` ends the confirmation mail that is due.
 */
export interface UserChanges
  extends Partial<Pick<User, 'pseudo' | 'urlPfp' | 'shareMails' | 'mdpHash' | 'isDisabled' | 'serviceRight'>> {
  readonly locale?: Locale;
  readonly isVerified?: true;
  /** What becomes due with the change, so that no crash can separate them. An entry takes the place of one of its kind. */
  readonly due?: readonly Due[];
  /** Replaces what is pending, and raises `emailChange.version` by one; null only removes it. */
  readonly pendingEmail?: PendingEmail | null;
}
