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
  'email',
  'url',
  'control_character',
  'bidi_control',
  'invisible_character',
  'link',
  'common_password',
  'unknown_user',
  'duplicate',
  'mismatch',
] as const;

export type Rule = (typeof RULES)[number];

/** The one error that use cases reject with. `code` is contract; the message is not. */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly code: ErrorCode;
  /** What the caller may see: violations, a validator's result, how long to wait. */
  readonly data: unknown;

  constructor(code: ErrorCode, data?: unknown, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.data = data;
  }
}

interface UnavailableOptions extends ErrorOptions {
  /** Default: 1,000. */
  readonly retryAfterMs?: number;
  readonly reason?: string;
  readonly isDecided?: boolean;
  /** The stores that cannot answer, where that is for the caller: its data then. */
  readonly stores?: readonly string[];
}

/**
 * A port cannot answer now: its store is down, its queue is full. Adapters throw it, and it passes through use cases
 * unchanged. Its reason and its cause are for the log; nothing of them is for the caller.
 */
export class UnavailableError extends DomainError {
  override readonly name = 'UnavailableError';
  /** How long the caller does well to wait, in milliseconds. */
  readonly retryAfterMs: number;
  /** For the log and operators: which store, and why. Holds no credentials and nothing that users entered. */
  readonly reason: string | null;
  /**
   * Whether the store, once it answers, tells for good what became of the call. False, the default, where the call may
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

/**
 * A store must not be used as it is, and waiting does not mend it: a newer release wrote it, somebody edited it, another
 * process owns it. Adapters throw their own kinds of it at the opening; once open, a port throws UnavailableError with it
 * as the cause. The message is for an operator: it names the file, folder or database, and holds no credentials.
 */
export class StoreRefusedError extends Error {
  override readonly name: string = 'StoreRefusedError';
}

/** A limit refuses this try; the next is worth making after `retryAfterMs`. */
export class TooManyRequestsError extends DomainError {
  override readonly name = 'TooManyRequestsError';
  readonly retryAfterMs: number;
  /** For the audit log: which limit, null when not known. */
  readonly limit: LimitName | null;
  /** For the audit log: the user at whom the refused tries were directed; null when unknown, or the limit goes by address. */
  readonly targetId: number | null;

  constructor(retryAfterMs: number, of: { readonly limit?: LimitName; readonly targetId?: number | null } = {}) {
    super(Responses.General.Too_many_requests);
    this.retryAfterMs = retryAfterMs;
    this.limit = of.limit ?? null;
    this.targetId = of.targetId ?? null;
  }
}

/** An answer 400 `General.Invalid_data` with its list of violations. */
export function invalidData(...violations: readonly Violation[]): DomainError {
  return new DomainError(Responses.General.Invalid_data, violations);
}
