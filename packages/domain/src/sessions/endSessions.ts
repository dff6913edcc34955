import * as v from 'valibot';
import { audit } from '../audit.ts';
import { fields, inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { rule } from '../inputs/text.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { requireSelf } from '../users/rights.ts';

/** Whether the session that asks ends too. Default: false. */
const EndedSessionsDTO = v.object({ all: v.optional(v.boolean(rule('type'))) });

/** Ends the sessions of the caller that are in the store by then. A login that ends later makes a session that stays. */
export const endSessions = operation({
  summary: 'End all other sessions of oneself; with `all=true` this one too',
  caller: 'authenticated',
  input: inputs({ id: idInput, which: { ...fields(EndedSessionsDTO), schema: v.optional(EndedSessionsDTO, {}) } }),
  output: null,
  failures: [Responses.User.Not_found, Responses.User.Forbidden],
  needs: ['users', 'sessionStore', 'audit', 'clock'],
  async run({ id, which }, caller, parts) {
    await requireSelf(parts, { id, requesterId: caller.user.id, operation: 'sessions' });
    if (which.all === true) await parts.sessionStore.deleteByUser(id);
    else await parts.sessionStore.deleteOthers(id, caller.session.digest);
    audit(parts, 'sessions.ended', caller, { targetId: id });
  },
});
