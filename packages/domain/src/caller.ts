import type { Session } from './sessions/sessionStore.ts';
import type { Locale, User } from './user.ts';

/** `user` and `session` come from `authenticate`. */
export interface Caller {
  readonly user?: User;
  readonly session?: Session;
  /** The client's network address, for limits and the audit log. Limits by address need it. */
  readonly address?: string;
  /** The program that the client uses, in plain words, for the list of sessions: at a login it is kept, cut to 100 code points. */
  readonly client?: string;
  /** The language that the caller asked for. */
  readonly locale?: Locale;
  /** Appears in log lines, to find those of one call. */
  readonly requestId?: string;
  /** The id of the trace that the call belongs to (W3C Trace Context), for its audit events. */
  readonly traceId?: string;
  /** Aborted when the client has gone: work that has not begun by then, such as a hash, is not done. */
  readonly signal?: AbortSignal;
}

export interface AuthenticatedCaller extends Caller {
  readonly user: User;
  readonly session: Session;
}
