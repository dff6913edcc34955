import * as v from 'valibot';
import type { AuthenticatedCaller } from '../caller.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { requireSelf } from '../users/requireSelf.ts';
import { shownSession, UserSessionOutput, validSessions } from './userSessions.ts';

/** A session in the list, and whether it is the one that asks. */
const ListedSessionOutput = v.object({ ...UserSessionOutput.entries, isCurrent: v.boolean() });
export type ListedSession = Readonly<v.InferOutput<typeof ListedSessionOutput>>;

export const listSessions = operation({
  name: 'ListSessions',
  summary: 'List the own sessions that are valid now, the one that was used last first',
  caller: 'authenticated',
  input: idInput,
  output: v.array(ListedSessionOutput),
  failures: [Responses.User.Not_found, Responses.User.Forbidden],
});

/** Lists the sessions of the caller. The one that asks is shown with this use, which may not be recorded yet. */
export class ListSessions implements UseCase<typeof listSessions> {
  readonly #ports: Pick<Ports, 'users' | 'sessionStore' | 'clock'>;

  constructor(ports: Pick<Ports, 'users' | 'sessionStore' | 'clock'>) {
    this.#ports = ports;
  }

  async execute(id: number, caller: AuthenticatedCaller): Promise<ListedSession[]> {
    const user = await requireSelf(this.#ports, { id, requesterId: caller.user.id, operation: 'sessions' });
    const { digest, dateUtilisation, dateExpiration } = caller.session;
    const sessions = await validSessions(this.#ports, user);
    const shown = sessions.map(async (session) => {
      const isCurrent = session.digest === digest;
      const asked = isCurrent ? { ...session, dateUtilisation, dateExpiration } : session;
      return { ...(await shownSession(asked)), isCurrent };
    });
    return Promise.all(shown);
  }
}
