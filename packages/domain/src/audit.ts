import type { Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Limits } from './policy.ts';

/** The events that a security review needs. */
export const AUDIT_ACTIONS = [
  'user.registered',
  'user.confirmed',
  'user.deleted',
  'user.exported',
  /** Of an administration, as are those below and `user.registered` there: `actorId` is the owner of the service; null for a command. */
  'user.disabled',
  'user.enabled',
  'owner.granted',
  'owner.revoked',
  'password.set',
  /** `targetId` is the user who gets the mail; null for an address that was invited. */
  'mail.retried',
  'mail.dropped',
  'mail.tested',
  'login.succeeded',
  'login.failed',
  'logout',
  /** A user ended one of their sessions. */
  'session.ended',
  /** A user ended all other sessions, or all; or an administration ended all. */
  'sessions.ended',
  /** A limit refused a try. Recorded once for each limit, client address and target until the window ends. */
  'limit.refused',
  /** A wrong `currentPassword`. */
  'password.rejected',
  'recovery.requested',
  'confirmation.requested',
  'password.changed',
  /** Somebody who is logged in asked for another e-mail address; recorded for free and taken addresses. */
  'email.requested',
  'email.changed',
  'email.taken_back',
  'password.reset',
  'algo.rights_changed',
  'algo.left',
  'algo.deleted',
  /** Of the bin: an algorithm came back, or its last content was removed. */
  'algo.restored',
  'algo.purged',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * The limits of `Policy.limits` that refuse, by their names there; `…Network`: what a whole IPv6 /56 may do; `transfers`: the exports or
 * imports that one user may run at once.
 */
export type LimitName =
  | Exclude<
      keyof Limits,
      'shareMails' | 'mailsPerLinkLife' | 'mailsOfUnconfirmed' | 'knownAddressMs' | 'knownAddresses'
    >
  | `${'login' | 'register' | 'mail' | 'share'}Network`
  | 'transfers';

export interface AuditEvent {
  readonly action: AuditAction;
  /** Milliseconds since the Unix epoch. */
  readonly date: number;
  /** The user who acted, null when unknown. */
  readonly actorId: number | null;
  /**
   * The user or algorithm that it was done to, by id. Null when unknown (a login with an unknown e-mail) or when
   * there is none (a limit by address).
   */
  readonly targetId: number | null;
  readonly address: string | null;
  readonly requestId: string | null;
  /** Absent from events of callers without a trace. */
  readonly traceId?: string;
  /** Of `limit.refused`: the limit; null when not known. Absent from other events. */
  readonly limit?: LimitName | null;
}

/** Never gets a password, a token or an e-mail. */
export interface AuditLog {
  /** Must not throw. The caller does not wait for it. */
  record(event: AuditEvent): void;
}

/** Records nothing. */
export const NO_AUDIT: AuditLog = { record() {} };

export interface AuditPorts {
  readonly audit: AuditLog;
  readonly clock: Clock;
}

export function audit(
  ports: AuditPorts,
  action: AuditAction,
  caller: Caller,
  ids: { readonly actorId?: number | null; readonly targetId: number | null; readonly limit?: LimitName | null },
): void {
  ports.audit.record({
    action,
    date: ports.clock.now(),
    actorId: ids.actorId ?? caller.user?.id ?? null,
    targetId: ids.targetId,
    address: caller.address ?? null,
    requestId: caller.requestId ?? null,
    ...(caller.traceId !== undefined && { traceId: caller.traceId }),
    ...(ids.limit !== undefined && { limit: ids.limit }),
  });
}
