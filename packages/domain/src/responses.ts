import type { LimitName } from './audit.ts';

/** The identifiers of a group, by the names after the last point. */
const named = <const Group extends string, const Name extends string>(group: Group, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, `${group}.${name}`])) as {
    readonly [Key in Name]: `${Group}.${Key}`; // `Object.fromEntries` loses which name has which identifier
  };

/**
 * The catalogue of message identifiers. Answers carry the identifier and clients switch on it; the human texts are
 * in `@algotheque/domain/texts`, one catalogue per language. Identifiers are stable.
 */
// biome-ignore format: names that fill their lines can be read as the lists that they are
export const Responses = {
  General: named('Responses.General', [
    'Missing_data', 'Invalid_data', 'Unauthorized', 'Too_many_requests', 'Unavailable', 'Internal_error',
  ]),
  User: {
    ...named('Responses.User', [
      'Email_already_exists', 'Invalid_token', 'Not_found', 'Already_confirmed', 'Invalid_credentials', 'Not_verified',
      'Forbidden', 'Wrong_password', 'Session_not_found', 'Email_changed_too_often',
    ]),
    Success: named('Responses.User.Success', [
      'Created', 'Confirmed', 'Confirmation_sent', 'Logged_in', 'Logged_out', 'Recovery_sent', 'Token_valid',
      'Password_reset', 'Found', 'Updated', 'Deleted', 'Sessions_listed', 'Session_ended', 'Sessions_ended',
      'Email_change_sent', 'Email_change_valid', 'Email_changed', 'Email_back_valid', 'Email_taken_back', 'Exported',
      'Invitation_valid', 'Invitation_accepted', 'Invitations_refused',
    ]),
  },
  Algo: {
    ...named('Responses.Algo', [
      'Forbidden_create', 'Forbidden_update', 'Forbidden_share', 'Forbidden_delete', 'Forbidden_leave', 'Invalid',
      'Quota_exceeded', 'Not_found', 'Conflict', 'Version_not_found', 'Share_not_found', 'Too_many_shares',
    ]),
    Success: named('Responses.Algo.Success', [
      'Created', 'Found', 'Listed', 'Updated', 'Deleted', 'Left', 'Owner_left', 'Moved', 'Imported', 'Versions_listed',
      'Version_found', 'Version_restored', 'Bin_listed', 'Restored', 'Purged', 'Bin_emptied', 'Shared', 'Shares_listed',
      'Share_ended',
    ]),
  },
  Folder: {
    ...named('Responses.Folder', [
      'Not_found', 'Name_taken', 'Too_deep', 'Quota_exceeded', 'Cycle', 'Not_empty', 'Conflict',
    ]),
    Success: named('Responses.Folder.Success', [
      'Listed', 'Created', 'Updated', 'Deleted',
    ]),
  },
  Admin: {
    ...named('Responses.Admin', ['Forbidden', 'Owner_account', 'Mail_not_found', 'Mail_being_sent']),
    Success: named('Responses.Admin.Success', [
      'Accounts_listed', 'Account_found', 'Account_changed', 'Account_deleted', 'Sessions_listed', 'Sessions_ended',
      'Shares_counted', 'Recovery_sent', 'Mails_listed', 'Mail_due', 'Mail_dropped', 'Test_mail_due', 'Health_found',
      'Events_listed',
    ]),
  },
} as const;

type Leaves<Tree> = Tree extends string ? Tree : { [Key in keyof Tree]: Leaves<Tree[Key]> }[keyof Tree];

/** Every identifier of the catalogue, successes and failures. */
export type ResponseId = Leaves<typeof Responses>;

/** A text for every identifier: one that lacks its text does not compile. */
export type Texts = Readonly<Record<ResponseId, string>>;

/** Identifiers of success: the message of an operation that did its work. */
export type SuccessId = Leaves<(typeof Responses)['User' | 'Algo' | 'Folder' | 'Admin']['Success']>;

/** Identifiers of failure: the only values that `DomainError.code` takes. */
export type ErrorCode = Exclude<ResponseId, SuccessId>;

/** What went wrong with one field of an input: `path` is a JSON Pointer (`/email`), `rule` is stable, `message` is not. */
export interface Violation {
  readonly path: string;
  readonly rule: Rule;
  readonly message: string;
}

/** What can be wrong with a field, and the text for it. The names are stable. */
export const RULE_TEXTS = {
  required: 'is required',
  type: 'has the wrong type',
  min_length: 'is too short',
  max_length: 'is too long',
  min: 'is too small',
  max: 'is too large',
  email: 'is not an e-mail address',
  url: 'is not an http or https address',
  control_character: 'holds a character that cannot be shown',
  bidi_control: 'holds a character that changes the direction of text',
  invisible_character: 'holds a character that cannot be seen',
  combining_marks: 'holds too many combining marks on one character',
  blank: 'holds nothing that can be seen',
  link: 'holds what mail programs make a link of',
  common_password: 'is a password that many people use',
  unknown_user: 'names a user who does not exist',
  duplicate: 'is there twice',
  mismatch: 'differs from the id in the path',
  unknown_parameter: 'is no parameter of this address',
  unsafe_path: 'has a path that may lead out of the archive',
  no_file: 'is neither a file nor a folder',
  encrypted: 'is encrypted',
  damaged: 'is not what the archive says of it',
  too_large: 'is larger than it may be',
  json: 'is no JSON',
} as const;

export type Rule = keyof typeof RULE_TEXTS;
export const RULES = Object.keys(RULE_TEXTS) as readonly Rule[]; // `Object.keys` returns names of type string

/** The one error that use cases reject with. `code` is stable; the message is not. */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly code: ErrorCode;
  /** For the caller: violations, a validator's result, or how long to wait. */
  readonly data: unknown;

  constructor(code: ErrorCode, data?: unknown, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.data = data;
  }
}

/** Required fields are missing. Answers of the server have no data, and name them in a header. */
export class MissingDataError extends DomainError {
  override readonly name = 'MissingDataError';
  /** The names of the missing fields, in the order in which the schema declares them. */
  readonly fields: readonly string[];

  constructor(fields: readonly string[]) {
    super(Responses.General.Missing_data);
    this.fields = fields;
  }
}

interface UnavailableOptions extends ErrorOptions {
  /** Default: 1,000. */
  readonly retryAfterMs?: number;
  readonly reason?: string;
  readonly isDecided?: boolean;
  /** For the caller: the stores that cannot answer. They become `data`. */
  readonly stores?: readonly string[];
}

/**
 * A port cannot answer now: its store is down, or its queue is full. Adapters throw it, and use cases do not change
 * it. Its reason and cause are for the log and are not shown to the caller.
 */
export class UnavailableError extends DomainError {
  override readonly name = 'UnavailableError';
  readonly retryAfterMs: number;
  readonly reason: string | null;
  /**
   * Whether the store, once it answers, knows the final outcome of the call. False, the default, when the call may
   * still take effect later: its answer was lost on the way.
   */
  readonly isDecided: boolean;

  constructor(options: UnavailableOptions = {}) {
    super(Responses.General.Unavailable, options.stores && { stores: options.stores }, options);
    this.reason = options.reason ?? null;
    this.isDecided = options.isDecided ?? false;
    this.retryAfterMs = options.retryAfterMs ?? 1_000;
  }
}

/** A limit refuses this try. The next try can succeed after `retryAfterMs`. */
export class TooManyRequestsError extends DomainError {
  override readonly name = 'TooManyRequestsError';
  readonly retryAfterMs: number;
  /** For the audit log: which limit, null when not known. */
  readonly limit: LimitName | null;
  /** For the audit log: the user whom the refused tries concern; null when unknown, or for a limit by address. */
  readonly targetId: number | null;

  constructor(retryAfterMs: number, of: { readonly limit?: LimitName; readonly targetId?: number | null } = {}) {
    super(Responses.General.Too_many_requests);
    this.retryAfterMs = retryAfterMs;
    this.limit = of.limit ?? null;
    this.targetId = of.targetId ?? null;
  }
}

export function invalidData(...violations: readonly Violation[]): DomainError {
  return new DomainError(Responses.General.Invalid_data, violations);
}
