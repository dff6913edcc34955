import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { parts } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import type { Session } from '../session.ts';
import { requireSelf } from '../users/requireSelf.ts';
import { sessionIdInput, sessionIdOf } from './sessionId.ts';
import { validSessions } from './userSessions.ts';

type Needs = 'users' | 'sessionStore' | 'audit' | 'clock';

export const endSession = operation({
  name: 'EndSession',
  summary: 'End one of the own sessions',
  caller: 'authenticated',
  input: parts({ id: idInput, sessionId: sessionIdInput }),
  output: null,
  failures: [Responses.User.Not_found, Responses.User.Forbidden, Responses.User.Session_not_found],
});

/** Ends a session of the caller, the one that asks or another. Requests that it has authenticated already go on. */
export class EndSession implements UseCase<typeof endSession> {
  readonly #ports: Pick<Ports, Needs>;

  constructor(ports: Pick<Ports, Needs>) {
    this.#ports = ports;
  }

  async execute({ id, sessionId }: Received<typeof endSession>, caller: AuthenticatedCaller): Promise<void> {
    const user = await requireSelf(this.#ports, { id, requesterId: caller.user.id, operation: 'sessions' });
    const found = await withId(await validSessions(this.#ports, user), sessionId);
    if (found === null || !(await this.#ports.sessionStore.delete(found.digest))) {
      throw new DomainError(Responses.User.Session_not_found);
    }
    audit(this.#ports, 'session.ended', caller, { targetId: id });
  }
}

async function withId(sessions: readonly Session[], sessionId: string): Promise<Session | null> {
  const ids = await Promise.all(sessions.map(({ digest }) => sessionIdOf(digest)));
  return sessions[ids.indexOf(sessionId)] ?? null;
}
