import type { State } from '../context.ts';

/** What the lines of a failure say of its request: its id, its trace if it has one, and the pattern of its route. */
export const requestFields = ({ requestId, trace, pattern: route }: Partial<State>) => ({
  requestId,
  ...(trace !== undefined && { traceId: trace.traceId }),
  route,
});
