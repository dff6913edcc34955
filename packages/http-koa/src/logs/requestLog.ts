import type { Logger } from 'pino';
import type { AppContext } from '../context.ts';

/** One line a request: the route's pattern in place of the path, which may hold a token. No header, no query, no body. */
export function logRequest(logger: Logger, context: AppContext, ms: number): void {
  const { requestId, pattern, address, userId } = context.state;
  logger.info(
    {
      requestId,
      method: context.method,
      route: pattern ?? null,
      status: context.status,
      ms: Math.round(ms * 10) / 10,
      address: address ?? null,
      ...(userId !== undefined && { userId }),
      ...(context.req.destroyed && !context.req.complete && { aborted: true }),
    },
    'request',
  );
}
