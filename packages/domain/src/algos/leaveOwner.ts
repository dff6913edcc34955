import * as v from 'valibot';
import { DomainError } from '../errors.ts';
import { fields, inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { rule } from '../inputs/text.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { giveUpRights } from '../shares/giveUpRights.ts';
import { admitOwner, refuseOwner } from '../shares/refusals.ts';
import { withdrawWaiting } from '../shares/waitingShares.ts';

/** `refuse`: whether the owner can share nothing more with the caller. Absent: as before. */
const LeftOwnerDTO = v.object({ refuse: v.optional(v.boolean(rule('type'))) });

/**
 * Removes the caller's rights on all algorithms of an owner, and what waits from that owner for the caller's address, if it is confirmed.
 * Each in a commit of its own: after a failure the same request goes on. The refusal comes first, so that what the owner shares meanwhile
 * ends too.
 */
export const leaveOwner = operation({
  summary:
    'Give up the own rights on all algorithms of one owner; with `refuse=true` that owner can give no more of them',
  caller: 'authenticated',
  input: inputs({ id: idInput, which: { ...fields(LeftOwnerDTO), schema: v.optional(LeftOwnerDTO, {}) } }),
  /** On how many algorithms a right was given up. */
  output: v.object({ algos: v.number() }),
  failures: [Responses.User.Not_found, Responses.Algo.Forbidden_leave, Responses.General.Too_many_requests],
  async run({ id: ownerId, which }, caller, context) {
    const { user } = caller;
    if (ownerId === user.id) throw new DomainError(Responses.Algo.Forbidden_leave);
    if ((await context.users.existing([ownerId])).length === 0) throw new DomainError(Responses.User.Not_found);
    const refusal = { userId: user.id, ownerId };
    if (which.refuse === true) await refuseOwner(context, refusal);
    if (which.refuse === false) await admitOwner(context, refusal);
    const algos = await giveUpRights(context, ownerId, caller);
    if (user.isVerified) await withdrawWaiting(context, { ownerId, adresseMail: user.adresseMail });
    return { algos };
  },
});
