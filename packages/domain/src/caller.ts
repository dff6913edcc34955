import type { Session } from './session.ts';
import type { Locale, User } from './user.ts';

/** Who asks, as the embedder or the server knows it. `user` and `session` come from Authenticate. */
export interface Caller {
  readonly user?: User;
  readonly session?: Session;
  /** The client's network address, for limits and the audit log. Limits by address need it. */
  readonly address?: string;
  /** The language that the request asked for. */
  readonly locale?: Locale;
  /** Ties log lines to a request. */
  readonly requestId?: string;
  /** Aborted when the client has gone: work that has not begun for it by then, such as a hash, is not done. */
  readonly signal?: AbortSignal;
}

/** A caller that Authenticate has let in. */
export interface AuthenticatedCaller extends Caller {
  readonly user: User;
  readonly session: Session;
}
