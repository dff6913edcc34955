import type { EmailCase } from '../emails/emailKey.ts';
import type { Health, OnDamaged } from '../storeErrors.ts';
import type { Locale, User, UserChanges, UserVersions } from '../user.ts';

export type NewUser = Omit<User, 'id' | keyof typeof FRESH_USER>;

/** What every new user has. */
export const FRESH_USER = {
  isDisabled: false,
  credentialsVersion: 1,
  shareMails: true,
  serviceRight: null,
  emailChange: { version: 0, pending: null, former: [] },
} as const satisfies Partial<User>;

/** Selects users with an id above `after`, at most `limit` (1 to 1,000). */
export interface UserQuery {
  /** 0 selects from the first user. */
  readonly after: number;
  readonly limit: number;
}

/** A place in the order of a field: its key (`nameKey`), and then the id. */
export interface UserPosition {
  readonly key: string;
  readonly id: number;
}

/** Selects users of whom a field begins with a text. */
export interface UserStartQuery {
  readonly by: 'adresseMail' | 'pseudo';
  /** The beginning of the key of the field, folded as keys are. */
  readonly start: string;
  /** Only what comes behind this position. Default: all. */
  readonly after?: UserPosition;
  /** At most this many records, damaged ones included; a positive integer. */
  readonly limit: number;
}

export interface WalkedUsers {
  readonly users: readonly User[];
  /** The position of the last record that was looked at, damaged or not. Null when none is behind it. */
  readonly last: UserPosition | null;
}

/** What a change of the e-mail address sets, beside the address that is pending. */
export interface ChangedEmail {
  /** When it is changed, milliseconds since the Unix epoch. */
  readonly date: number;
  /** Of the mail about the change, which becomes due. */
  readonly locale: Locale;
}

/** Which address is taken back, and the hash that takes the place of the user's. */
export interface TakenBack extends ChangedEmail {
  /** `FormerEmail.version` */
  readonly version: number;
  readonly mdpHash: string;
}

/** Selects what was asked for or changed before these dates, milliseconds since the Unix epoch. */
export interface OldEmails {
  readonly pendingBefore: number;
  readonly formerBefore: number;
}

/** The e-mail belongs to another user, marked for deletion or not, or can be taken back by one. */
export class EmailTakenError extends Error {
  override readonly name = 'EmailTakenError';
}

/**
 * Users. A user that is marked for deletion is absent for every method but `markDeleted` and `delete`, and the address stays taken until
 * `delete`. `delete` removes a user with any damage.
 */
export interface UserRepository extends Health {
  /** How addresses are compared: two are one address if their keys (`emailKey`) are equal. Default: exact. */
  readonly emailCase?: EmailCase;
  /**
   * Saves a user under a new id, with `credentialsVersion` 1. Durable when it resolves. Of any number of racing inserts of one address
   * exactly one wins. A second insert of an address changes nothing of the user who has it; a store that itself repeats an insert after a
   * lost answer makes no second user.
   * @throws EmailTakenError when another user has the address (compared as `emailCase` says), or it is among the former addresses of one.
   */
  insert(user: NewUser): Promise<User>;
  /** Null when absent. */
  findById(id: number): Promise<User | null>;
  /** Compares as `emailCase` says. Null when absent. The user has the address as it was typed. */
  findByEmail(adresseMail: string): Promise<User | null>;
  /**
   * Without regard to the case of ASCII letters, whatever `emailCase` is: the only confirmed user who has the address, or, if no confirmed
   * one has it, the only user. Null when there is none, or more than one. Its cost does not grow with the number of users.
   */
  findByMailbox(adresseMail: string): Promise<User | null>;
  /** The user who has the address among `emailChange.former`. Compares as `emailCase` says. Null when absent. */
  findByFormerEmail(adresseMail: string): Promise<User | null>;
  /** Of `ids`, those that exist, in no particular order. At most 1,000 ids. */
  existing(ids: readonly number[]): Promise<readonly number[]>;
  /** Users by ascending id. */
  list(query: UserQuery, onDamaged?: OnDamaged): Promise<readonly User[]>;
  /**
   * Users in the order of a field. It uses an index, and costs as many steps as it looks at records: it does not go on for damaged ones.
   */
  walk(query: UserStartQuery, onDamaged?: OnDamaged): Promise<WalkedUsers>;
  /**
   * Sets `isVerified`, and ends the confirmation mail that is due. True for exactly one of racing callers; false when it was set,
   * or the user is absent.
   */
  markVerified(id: number): Promise<boolean>;
  /**
   * Applies the changes if the user's `credentialsVersion` is the one given, all or nothing, and resolves to the user as they are then.
   * Null when absent or of another version: of racing callers that set `mdpHash` or `isDisabled: true` one wins. A version that cannot be
   * raised (`isRaisable`) is damage.
   */
  update(id: number, credentialsVersion: number, changes: UserChanges): Promise<User | null>;
  /** Replaces exactly the hash `from` by `to` and keeps `credentialsVersion`. False when the hash is another, or the user is absent. */
  rehash(id: number, from: string, to: string): Promise<boolean>;
  /**
   * The parameters of the stored hashes, each once: what `hashParametersOf` returns for them, without null. At most
   * 100, in no particular order, at a cost that does not grow with the number of users.
   */
  hashParameters(): Promise<readonly string[]>;
  /**
   * Makes the pending address the user's: confirmed, nothing is pending, no confirmation mail is due, `emailChange.version` is
   * `afterEmailChange` of it. The address until then becomes the last one of `emailChange.former` with that version, and a mail to it is
   * due (`changed`). All former addresses that stay get the date of the change, so that an earlier one is reserved as long as a later one.
   * If the pending address is among them, it is as if it was taken back: those before it stay, and the address until then is free, so that
   * a person who has that one cannot take the account back; a mail to it is due (`displaced`). Resolves to the user as they are then. Null
   * when absent, of other versions, or nothing is pending but the present address. Of any number of racing changes and inserts of one
   * address exactly one wins.
   * @throws EmailTakenError as `insert`; then nothing was changed
   */
  changeEmail(id: number, versions: UserVersions, change: ChangedEmail): Promise<User | null>;
  /**
   * Gives a former address back, confirmed if it was confirmed, replaces the hash, and makes the mails about it due: `notice`, and
   * `displaced` to the address until then. If it was not confirmed, the withdrawal of rights is due too, because somebody else may have
   * made the account. `credentialsVersion` is raised by one and `emailChange.version` as by a change, nothing is pending, and of the former
   * addresses those before this one stay, with the date of the take-back, so that their owners have time. Resolves to the user as they are
   * then. Null when absent, of other versions, or without this former address.
   */
  takeBackEmail(id: number, versions: UserVersions, back: TakenBack): Promise<User | null>;
  /** Removes what is pending and the former addresses that are older, from every user who is not damaged. */
  dropOldEmails(old: OldEmails): Promise<void>;
  /** Marks for deletion. True for the call that did it, false when marked already, absent, or of another version than the one given. */
  markDeleted(id: number, credentialsVersion?: number): Promise<boolean>;
  /** Removes the record, marked or not, and frees its address. Repeatable; the id is never given again. */
  delete(id: number): Promise<void>;
}
