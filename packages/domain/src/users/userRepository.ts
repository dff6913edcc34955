import type { EmailCase } from '../emails/emailKey.ts';
import type { Health, OnDamaged } from '../storeErrors.ts';
import type { User } from '../user.ts';

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
   * Writes the user that `nextOf` makes of the present one, and resolves to it, in one atomic step: nobody else has changed the user
   * between the two. Null when the user is absent, or `nextOf` returns null; then nothing is written. Durable when it resolves.
   * `nextOf` keeps the id, is pure, and is called again when another change came first. The steps are in `userSteps.ts`. A version that
   * cannot be raised (`isRaisable`) is damage.
   * @throws EmailTakenError as `insert`, when the key of the address is another one; then nothing was changed. Of any number of racing
   * changes and inserts of one address exactly one wins.
   */
  change(id: number, nextOf: (user: User) => User | null): Promise<User | null>;
  /**
   * The parameters of the stored hashes, each once: what `hashParametersOf` returns for them, without null. At most
   * 100, in no particular order, at a cost that does not grow with the number of users.
   */
  hashParameters(): Promise<readonly string[]>;
  /** Removes what is pending and the former addresses that are older, from every user who is not damaged. */
  dropOldEmails(old: OldEmails): Promise<void>;
  /** Marks for deletion. True for the call that did it, false when marked already, absent, or of another version than the one given. */
  markDeleted(id: number, credentialsVersion?: number): Promise<boolean>;
  /** Removes the record, marked or not, and frees its address. Repeatable; the id is never given again. */
  delete(id: number): Promise<void>;
}
