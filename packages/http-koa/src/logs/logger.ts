import { type AuditLog, type OnProblem, StoreRefusedError, UnavailableError } from '@algotheque/domain';
import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import { standardOutput } from './lineOutput.ts';
import { safeError } from './safeError.ts';
import { Sampling } from './sampling.ts';

export interface LoggerOptions {
  /** The least that is logged: `trace` to `fatal`, or `silent`. Default: info. */
  readonly level?: string;
  /** Where lines go. Default: `standardOutput()`, which makes no caller wait. */
  readonly destination?: DestinationStream;
}

/** Keys whose values never reach the log, at the top of a record or one level down. */
const SECRET_KEYS = [
  'password',
  'currentPassword',
  'newPassword',
  'mdpHash',
  'token',
  'authorization',
  'email',
  'adresseMail',
  'body',
  'rawBody',
];

/** Loggers made here, whose redaction is known. */
const own = new WeakSet<Logger>();

/** The level of warnings and above as pino counts it: they are written at once, whatever the destination holds back. */
const AT_ONCE = 40;

/** A structured log, one JSON object per line, so that no value can forge a line. Secrets are removed. */
export function createLogger({ level = 'info', destination = standardOutput() }: LoggerOptions = {}): Logger {
  const settings = {
    level,
    base: null,
    serializers: { err: safeError },
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '***' },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { logMethod: writeAndFlush },
  };
  const logger = pino(settings, destination);
  own.add(logger);
  return logger;
}

function writeAndFlush(this: Logger, line: Parameters<LogFn>, write: LogFn, level: number): void {
  write.apply(this, line);
  if (level >= AT_ONCE) this.flush();
}

/**
 * For lines with fixed fields and without secrets: the search for secrets costs several times as much as the line.
 * A logger made elsewhere may remove more, and is left as it is.
 */
export function withoutRedaction(logger: Logger): Logger {
  return own.has(logger) ? logger.child({}, { redact: [], level: 'trace' }) : logger;
}

/** Writes audit events as lines of the server's own log, marked by `audit`; at every level of the log but `silent`. */
export function pinoAuditLog(logger: Logger): AuditLog {
  const audited =
    logger.isLevelEnabled('info') || logger.level === 'silent' ? logger : logger.child({}, { level: 'info' });
  return {
    record: ({ date, ...event }) => {
      audited.info({ audit: { ...event, date: new Date(date).toISOString() } }, 'audit');
      logger.flush(); // the event is written even if the process is killed a moment later
    },
  };
}

/**
 * Writes background failures to the log. A store that is unavailable fails every step each time, so each failure is
 * one short line with the reason, and only as many as `sampling` allows. All other errors are logged in full.
 */
export function problemLog(logger: Logger, sampling = new Sampling()): OnProblem {
  const tell = (notLogged: number) => logger.warn({ notLogged }, 'unavailable in the background, more of it');
  return (problem, where, requestId) => {
    const context = requestId === undefined ? { where } : { requestId, where };
    const { reason } = safeError(problem);
    if (reason === undefined || !isPassing(problem)) logger.error({ err: problem, ...context }, 'problem');
    else if (sampling.admits('problem', tell)) logger.warn({ ...context, reason }, 'unavailable');
  };
}

/** Whether waiting helps: false for a store that must not be used as it is. */
const isPassing = (problem: unknown): boolean =>
  problem instanceof UnavailableError && !(problem.cause instanceof StoreRefusedError);
