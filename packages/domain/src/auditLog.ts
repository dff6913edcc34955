/** What is worth a line for whoever asks later who did what. */
export type AuditAction =
  | 'user.registered'
  | 'user.confirmed'
  | 'user.deleted'
  | 'login.succeeded'
  | 'login.failed'
  | 'logout'
  /** A limit answers 429; once for a limit, client address and target until its window ends. */
  | 'limit.refused'
  /** A wrong `currentPassword`. */
  | 'password.rejected'
  /** Somebody asked for a mail, for a known e-mail or not, sent or not. */
  | 'recovery.requested'
  | 'confirmation.requested'
  | 'password.changed'
  | 'password.reset'
  | 'algo.rights_changed'
  | 'algo.left'
  | 'algo.deleted';

/** The limits of `Policy.limits` that refuse, by their names there. */
export type LimitName = 'loginPair' | 'loginEmail' | 'loginAddress' | 'register' | 'registerNetwork' | 'mailAddress';

/** Who did what to whom, when, and from where. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** Milliseconds since the Unix epoch. */
  readonly date: number;
  /** The user who acted, null when unknown. */
  readonly actorId: number | null;
  /** What it was done to: the id of a user or an algorithm, null when unknown (a login under an unknown e-mail) or there is none (a limit by address). */
  readonly targetId: number | null;
  readonly address: string | null;
  readonly requestId: string | null;
  /** Of `limit.refused`: which one; null when not known. Absent from other events. */
  readonly limit?: LimitName | null;
}

/** Takes security events. Never a password, a token or an e-mail. */
export interface AuditLog {
  /** Must not throw and is not waited for: what happened has happened. */
  record(event: AuditEvent): void;
}
