import { type AuditLog, type OnProblem, StoreRefusedError, UnavailableError } from '@algotheque/domain';
import type { DestinationStream, LogFn, Logger } from 'pino';
import pino from 'pino';
import { standardOutput } from './lineOutput.ts';
import { safeError } from './safeError.ts';

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

const own = new WeakSet<Logger>();

/** The level of warnings and above as pino counts it: they are written at once, whatever the destination holds back. */
const AT_ONCE = 40;

/** One JSON object per line, so that no value can forge a line. Secrets are removed. */
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
 * For lines without secrets: the search for secrets costs several times as much as the line. A logger made elsewhere may remove more, and
 * is left as it is.
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
 * A store that is unavailable fails every step each time: one short line with the reason, as `sampling` allows. All other errors are logged
 * in full.
 */
export function problemLog(logger: Logger, sampling = new Sampling()): OnProblem {
  const reportRest = (notLogged: number) => logger.warn({ notLogged }, 'unavailable in the background, more of it');
  return (problem, where, requestId) => {
    const context = requestId === undefined ? { where } : { requestId, where };
    const { reason } = safeError(problem);
    if (reason === undefined || !isPassing(problem)) logger.error({ err: problem, ...context }, 'problem');
    else if (sampling.admits('problem', reportRest)) logger.warn({ ...context, reason }, 'unavailable');
  };
}

/** Whether waiting helps: false for a store that must not be used as it is. */
const isPassing = (problem: unknown): boolean =>
  problem instanceof UnavailableError && !(problem.cause instanceof StoreRefusedError);

export interface SamplingOptions {
  /** Lines of a kind within an interval. Default: 10. */
  readonly limit?: number;
  /** Milliseconds. Default: 10 s. */
  readonly intervalMs?: number;
  /** Milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly now?: () => number;
  /** Acts later. Default: a timer that keeps no process alive. */
  readonly later?: (act: () => void, ms: number) => void;
}

interface Interval {
  readonly end: number;
  written: number;
  skipped: number;
}

/** The first lines of a kind in an interval are written, the others counted. Clients cannot choose the kinds. */
export class Sampling {
  readonly #limit: number;
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #later: (act: () => void, ms: number) => void;
  readonly #intervals = new Map<string, Interval>();

  constructor({ limit = 10, intervalMs = 10_000, now, later }: SamplingOptions = {}) {
    this.#limit = limit;
    this.#intervalMs = intervalMs;
    this.#now = now ?? (() => performance.now());
    this.#later = later ?? ((act, ms) => void setTimeout(act, ms).unref());
  }

  /** Whether this line is to be written. If not, `reportRest` gets the number of unwritten lines when the interval ends. */
  admits(kind: string, reportRest: (skipped: number) => void): boolean {
    const now = this.#now();
    const interval = this.#at(kind, now);
    if (interval.written < this.#limit) {
      interval.written += 1;
      return true;
    }
    if (interval.skipped === 0) this.#later(() => reportRest(interval.skipped), interval.end - now);
    interval.skipped += 1;
    return false;
  }

  #at(kind: string, now: number): Interval {
    const running = this.#intervals.get(kind);
    if (running !== undefined && now < running.end) return running;
    const fresh = { end: now + this.#intervalMs, written: 0, skipped: 0 };
    this.#intervals.set(kind, fresh);
    return fresh;
  }
}
