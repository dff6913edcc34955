import type { AuditEvent, AuditLog } from '@algotheque/domain';

/** An audit log that keeps its events. */
export interface MemoryAuditLog extends AuditLog {
  readonly events: readonly AuditEvent[];
}

export function memoryAuditLog(): MemoryAuditLog {
  const events: AuditEvent[] = [];
  return {
    events,
    record(event) {
      events.push({ ...event });
    },
  };
}
