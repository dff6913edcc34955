import { UndeclaredAnswer } from '@algotheque/testing/httpAnswers';
import { type Call, type Reply, send } from '@algotheque/testing/httpClient';

/** The result of one request, and the time that it took; status 0 if no answer came. */
export interface Outcome {
  readonly target: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
}

function nullUnlessUndeclared(error: unknown): null {
  if (error instanceof UndeclaredAnswer) throw error;
  return null;
}

/** The answer to one request; null if none came. */
const replyOrNull = (url: string, target: string, sent: Call): Promise<Reply | null> =>
  send(url, target, sent).catch(nullUnlessUndeclared);

/** The answer to a write; null if it may have been made or not: no answer came, or 503, which a busy machine can cause. */
export async function decidedReply(url: string, target: string, sent: Call): Promise<Reply | null> {
  const reply = await replyOrNull(url, target, sent);
  return reply?.status === 503 ? null : reply;
}

/** The answer to a read, asked again after each 503, as a busy machine needs it. The time limit of the test bounds it. */
export async function servedReply(url: string, target: string, sent: Call): Promise<Reply> {
  for (;;) {
    const reply = await send(url, target, sent);
    if (reply.status !== 503) return reply;
  }
}

/** Sends one request. A broken connection is an outcome, too. */
export async function outcomeOf(url: string, target: string, sent: Call): Promise<Outcome> {
  const startedAt = performance.now();
  const reply = await replyOrNull(url, target, sent);
  const ms = performance.now() - startedAt;
  return { target, status: reply?.status ?? 0, retryAfter: reply?.headers.get('retry-after') ?? null, ms };
}
