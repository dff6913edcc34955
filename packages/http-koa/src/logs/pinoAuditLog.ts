import type { AuditLog } from '@algotheque/domain';
import type { Logger } from 'pino';

/** Writes audit events as lines of the server's own log, marked by `audit`. */
export function pinoAuditLog(logger: Logger): AuditLog {
  return {
    record: ({ date, ...event }) => {
      logger.info({ audit: { ...event, date: new Date(date).toISOString() } }, 'audit');
      logger.flush(); // the event is written even if the process is killed a moment later
    },
  };
}
