import * as v from 'valibot';
import type { AlgoRow, Algorithm } from '../algorithm.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { fields, inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { rule } from '../inputs/text.ts';
import { operation } from '../operation.ts';
import type { Parts } from '../parts.ts';
import { Responses } from '../responses.ts';
import { commitShares } from '../shares/commitShares.ts';
import { withoutUsers } from '../shares/grantees.ts';
import { admitOwner, refuseOwner } from '../shares/refusals.ts';
import { withdrawWaiting } from '../shares/waitingShares.ts';
import { nextTurn } from '../turns.ts';

/** `refuse`: whether the owner can share nothing more with the caller. Absent: as before. */
const LeftOwnerDTO = v.object({ refuse: v.optional(v.boolean(rule('type'))) });

/** How many records are read at once, and their bytes, as for lists. */
const PAGE = { limit: 50, maxBytes: 262_144 };

const WHERE = 'algorithms of an owner that a user leaves';

/**
 * Removes the caller's rights on all algorithms of an owner, and what waits from that owner for the caller's address, if it is confirmed. Each in a commit of its
 * own: after a failure the same request goes on. The refusal comes first, so that what the owner shares meanwhile ends too.
 */
export const leaveOwner = operation({
  summary:
    'Give up the own rights on all algorithms of one owner; with `refuse=true` that owner can give no more of them',
  caller: 'authenticated',
  input: inputs({ id: idInput, which: { ...fields(LeftOwnerDTO), schema: v.optional(LeftOwnerDTO, {}) } }),
  /** On how many algorithms a right was given up. */
  output: v.object({ algos: v.number() }),
  failures: [Responses.User.Not_found, Responses.Algo.Forbidden_leave, Responses.General.Too_many_requests],
  needs: ['users', 'algos', 'content', 'limiter', 'audit', 'clock', 'policy', 'bounds', 'onProblem'],
  async run({ id: ownerId, which }, caller, parts) {
    const { user } = caller;
    if (ownerId === user.id) throw new DomainError(Responses.Algo.Forbidden_leave);
    if ((await parts.users.existing([ownerId])).length === 0) throw new DomainError(Responses.User.Not_found);
    const refusal = { userId: user.id, ownerId };
    if (which.refuse === true) await refuseOwner(parts, refusal);
    if (which.refuse === false) await admitOwner(parts, refusal);
    const algos = await leaveAll(parts, ownerId, caller);
    if (user.isVerified) await withdrawWaiting(parts, { ownerId, adresseMail: user.adresseMail });
    return { algos };
  },
});

async function leaveAll(
  parts: Pick<Parts, 'algos' | 'content' | 'audit' | 'clock' | 'onProblem'>,
  ownerId: number,
  caller: AuthenticatedCaller,
): Promise<number> {
  let left = 0;
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    const query = { by: ownerId, seenBy: caller.user.id, after, ...PAGE };
    const page = await parts.algos.listAccessible(query, (damage) => parts.onProblem(damage, WHERE));
    for (const row of page.algos.filter((one) => one.ownerId === ownerId)) {
      await nextTurn();
      if (!(await leave(parts, row, caller.user.id))) continue;
      left += 1;
      audit(parts, 'algo.left', caller, { targetId: row.id });
    }
    after = page.next;
  }
  return left;
}

/** False when the right, or the record, is gone already. */
async function leave(
  parts: Pick<Parts, 'algos' | 'content'>,
  { id }: Pick<AlgoRow, 'id'>,
  userId: number,
): Promise<boolean> {
  const algo = await parts.algos.findById(id, userId);
  const changesOf = (current: Algorithm) => withoutUsers(current, new Set([userId]));
  return algo !== null && (await commitShares(parts, algo, { changesOf })) !== null;
}
