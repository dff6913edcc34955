/** What is worth a line for whoever asks later who did what. */
export type AuditAction =
  | 'user.registered'
  | 'user.confirmed'
  | 'user.deleted'
  | 'login.succeeded'
  | 'login.failed'
  | 'logout'
  | 'password.changed'
  | 'password.reset'
  | 'algo.rights_changed'
  | 'algo.deleted';

/** Who did what to whom, when, and from where. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** Milliseconds since the Unix epoch. */
  readonly date: number;
  /** The user who acted, null when unknown. */
  readonly actorId: number | null;
  /** What it was done to: the id of a user or an algorithm, null when unknown (a login under an unknown e-mail). */
  readonly targetId: number | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

/** Takes security events. Never a password, a token or an e-mail. */
export interface AuditLog {
  /** Must not throw and is not waited for: what happened has happened. */
  record(event: AuditEvent): void;
}
