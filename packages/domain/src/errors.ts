import type { LimitName } from './auditLog.ts';
import { type ErrorCode, Responses } from './responses.ts';

/** What went wrong with one field of an input: `path` is a JSON Pointer (`/email`), `rule` is stable, `message` is not. */
export interface Violation {
  readonly path: string;
  readonly rule: Rule;
  readonly message: string;
}

/** What can be wrong with a field; stable. */
export const RULES = [
  'required',
  'type',
  'min_length',
  'max_length',
  'min',
  'max',
  'email',
  'url',
  'control_character',
  'bidi_control',
  'invisible_character',
  'combining_marks',
  'blank',
  'link',
  'common_password',
  'unknown_user',
  'duplicate',
  'mismatch',
  'unknown_parameter',
  'unsafe_path',
  'no_file',
  'encrypted',
  'damaged',
  'too_large',
  'json',
] as const;

export type Rule = (typeof RULES)[number];

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
  /** How long the caller should wait, in milliseconds. */
  readonly retryAfterMs: number;
  /** For the log and operators: which store, and why. Holds no credentials and nothing that users entered. */
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

/** A DomainError `General.Invalid_data` with its list of violations. */
export function invalidData(...violations: readonly Violation[]): DomainError {
  return new DomainError(Responses.General.Invalid_data, violations);
}
