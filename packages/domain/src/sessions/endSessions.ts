import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import { fields, parts } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { rule } from '../inputs/text.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { requireSelf } from '../users/requireSelf.ts';

type Needs = 'users' | 'sessionStore' | 'audit' | 'clock';

/** Whether the session that asks ends too. Default: false. */
const EndedSessionsDTO = v.object({ all: v.optional(v.boolean(rule('type'))) });

export const endSessions = operation({
  name: 'EndSessions',
  summary: 'End all other sessions of oneself; with `all=true` this one too',
  caller: 'authenticated',
  input: parts({ id: idInput, which: { ...fields(EndedSessionsDTO), schema: v.optional(EndedSessionsDTO, {}) } }),
  output: null,
  failures: [Responses.User.Not_found, Responses.User.Forbidden],
});

/** Ends the sessions of the caller that are in the store by then. A login that ends later makes a session that stays. */
export class EndSessions implements UseCase<typeof endSessions> {
  readonly #ports: Pick<Ports, Needs>;

  constructor(ports: Pick<Ports, Needs>) {
    this.#ports = ports;
  }

  async execute({ id, which }: Received<typeof endSessions>, caller: AuthenticatedCaller): Promise<void> {
    const { sessionStore } = this.#ports;
    await requireSelf(this.#ports, { id, requesterId: caller.user.id, operation: 'sessions' });
    if (which.all === true) await sessionStore.deleteByUser(id);
    else await sessionStore.deleteOthers(id, caller.session.digest);
    audit(this.#ports, 'sessions.ended', caller, { targetId: id });
  }
}
