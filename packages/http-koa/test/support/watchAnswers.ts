import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type Koa from 'koa';
import { saysStatus } from '../../src/groups.ts';
import type { State } from '../../src/index.ts';
import { TextRes } from '../../src/responses.ts';
import { bodySeen, requireAnswer, type Seen } from '../suite/declared.ts';

/** Compares every answer of an application with the declarations. The returned function throws the first difference. */
export function watchAnswers(app: Koa<State>): () => void {
  const problems: unknown[] = [];
  app.middleware.unshift(async (context, next) => {
    await next();
    if (context.res.headersSent) return; // the transport has answered, when the server stopped
    try {
      const { method, status, state } = context;
      const seen = { method, status, body: bodyOf(context.body, context.type, state) };
      requireAnswer(state.route ?? null, seen, headersOf(context.res));
    } catch (problem) {
      problems.push(problem);
    }
  });
  return () => {
    if (problems.length > 0) throw problems[0];
  };
}

const headersOf = (response: ServerResponse): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));

function bodyOf(body: unknown, type: string, { answer, group }: State): Seen['body'] {
  if (answer instanceof TextRes && answer.type === 'application/zip') return 'zip';
  if (body instanceof Readable) {
    // Only the client reads this body. Its message is known, and the suite checks its data.
    return answer !== undefined && 'message' in answer
      ? { ...(saysStatus(group) && { status: answer.status }), message: answer.message, data: [] }
      : 'none';
  }
  return bodySeen(type, body == null ? '' : String(body));
}
