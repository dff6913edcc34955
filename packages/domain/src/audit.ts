import type { AuditAction, LimitName } from './auditLog.ts';
import type { Caller } from './caller.ts';
import type { Ports } from './ports.ts';

/** Records what a caller did to a user or an algorithm. */
export function audit(
  ports: Pick<Ports, 'audit' | 'clock'>,
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
