import type { AuditLog } from '@algotheque/domain';
import type { Logger } from 'pino';

/** The audit log as lines of the server's own log, told apart by `audit`. */
export function pinoAuditLog(logger: Logger): AuditLog {
  return {
    record: ({ date, ...event }) => {
      logger.info({ audit: { ...event, date: new Date(date).toISOString() } }, 'audit');
      logger.flush(); // a process that is killed a moment later has told it
    },
  };
}
