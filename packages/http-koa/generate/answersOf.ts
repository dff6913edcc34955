import { ARCHIVE_FAILURES, BODY_FAILURES } from '../src/exchange/bodySteps.ts';
import { statusOf } from '../src/exchange/failures.ts';
import { AUTHENTICATION_FAILURES } from '../src/exchange/identify.ts';
import { cookieFailures } from '../src/exchange/sessionCookie.ts';
import { FRAME_FAILURES } from '../src/frame.ts';
import { UNREAD_FAILURES } from '../src/refuseUnread.ts';
import { HttpResponses, type MessageId } from '../src/responses.ts';
import type { Route } from '../src/route.ts';
import { refusesPreconditions } from '../src/route.ts';
import { partsOf } from '../src/routes/sources.ts';

/** A possible answer; without a message if it has no body by definition. */
export interface DeclaredAnswer {
  readonly status: number;
  readonly message: MessageId | null;
}

const answerOf = (message: Parameters<typeof statusOf>[0]): DeclaredAnswer => ({ status: statusOf(message), message });

/** Every answer that a route can give: its success, the failures of its operation, and those of each stage before it. */
export function answersOf(route: Route): readonly DeclaredAnswer[] {
  const { status, message } = route.success;
  const failures = new Set([
    ...FRAME_FAILURES,
    ...(route.auth ? AUTHENTICATION_FAILURES : []),
    ...cookieFailures(route),
    ...(refusesPreconditions(route) ? UNREAD_FAILURES : []), // those that refuse unknown parameters are among these
    ...(route.body === 'none' ? [] : BODY_FAILURES),
    ...(route.body === 'archive' ? ARCHIVE_FAILURES : []),
    ...route.failures,
  ]);
  return [{ status, message }, ...notModified(route), ...[...failures].map(answerOf)];
}

function notModified({ sources }: Route): readonly DeclaredAnswer[] {
  const isConditional = partsOf(sources).some(
    ([, source]) => source.in === 'header' && source.name === 'If-None-Match',
  );
  return isConditional ? [{ status: 304, message: null }] : [];
}

const { Not_found, Method_not_allowed } = HttpResponses.General;

/** Every answer to a request that no route takes; 204 is the one to OPTIONS. */
export const ANSWERS_WITHOUT_ROUTE: readonly DeclaredAnswer[] = [
  { status: 204, message: null },
  ...[Not_found, Method_not_allowed, ...FRAME_FAILURES].map(answerOf),
];
