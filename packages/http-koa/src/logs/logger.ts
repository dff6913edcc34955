import pino, { type DestinationStream, type Logger } from 'pino';
import { safeError } from './safeError.ts';

export interface LoggerOptions {
  /** The least that is logged: `trace` to `fatal`, or `silent`. Default: info. */
  readonly level?: string;
  /** Where lines go. Default: standard output. */
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

/** A structured log, one JSON object a line, so that no value can forge a line; secrets are taken out. */
export function createLogger({ level = 'info', destination }: LoggerOptions = {}): Logger {
  const settings = {
    level,
    base: null,
    serializers: { err: safeError },
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '***' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination === undefined ? pino(settings) : pino(settings, destination);
}
