import { Readable } from 'node:stream';
import type Koa from 'koa';
import type { State } from '../../src/index.ts';
import { bodySeen, requireDeclared, type Seen } from '../suite/declared.ts';

/** Compares every answer of an application with the declarations. The returned function throws the first difference. */
export function watchAnswers(app: Koa<State>): () => void {
  const problems: unknown[] = [];
  app.middleware.unshift(async (context, next) => {
    await next();
    if (context.res.headersSent) return; // the transport has answered, when the server stopped
    try {
      const { method, status, state } = context;
      requireDeclared(state.route ?? null, { method, status, body: bodyOf(context.body, context.type, state) });
    } catch (problem) {
      problems.push(problem);
    }
  });
  return () => {
    if (problems.length > 0) throw problems[0];
  };
}

function bodyOf(body: unknown, type: string, { answer }: State): Seen['body'] {
  if (body instanceof Readable) {
    // Only the client reads this body. Its message is known, and the suite checks its data.
    return answer !== undefined && 'message' in answer ? { message: answer.message, data: [] } : 'none';
  }
  return bodySeen(type, body == null ? '' : String(body));
}
