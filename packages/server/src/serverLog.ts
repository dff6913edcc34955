import { createLogger, safeError } from '@algotheque/http-koa';
import type { Logger } from 'pino';
import { isRefusal } from './startError.ts';

/**
 * The server's log. What it holds of an error leaves the messages of causes out; but where the cause is that a store must
 * not be used as it is, the line gives as `reason` what the adapter wrote for operators: which document, file or database.
 */
export const serverLog = (level: string): Logger =>
  createLogger({ level }).child({}, { serializers: { err: withReason } });

function withReason(error: unknown): object {
  const cause = error instanceof Error ? error.cause : undefined;
  return { ...safeError(error), ...(isRefusal(cause) && { reason: safeError(cause).message }) };
}
