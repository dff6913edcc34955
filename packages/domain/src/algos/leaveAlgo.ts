import * as v from 'valibot';
import type { Algorithm } from '../algorithm.ts';
import { audit } from '../audit.ts';
import { expectedVersion, idInput, inputs, optionalFields, type } from '../input.ts';
import { operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import { giveUpRights } from '../shares/giveUpRights.ts';
import { admitOwner, refuseOwner } from '../shares/refusals.ts';
import { withdrawWaiting } from '../shares/waitingShares.ts';
import { loadAlgo } from './algoAccess.ts';

/** Removes the caller's own right on an algorithm; an owner cannot leave. Raises the version and keeps `dateModification`. */
export const leaveAlgo = operation({
  summary: 'Give up the own right on an algorithm that another user shared',
  caller: 'authenticated',
  input: inputs({ id: idInput, ifVersion: expectedVersion('ifVersion') }),
  failures: [Responses.Algo.Not_found, Responses.Algo.Forbidden_leave, Responses.Algo.Conflict],
  async run({ id, ifVersion }, caller, context) {
    const requesterId = caller.user.id;
    const load = () => loadAlgo(context.algos, { id, requesterId, operations: ['leave'], ifVersion });
    const changesOf = ({ permsAlgorithme }: Algorithm) => ({
      permsAlgorithme: permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== requesterId),
    });
    await context.content.change(await load(), { load, changesOf });
    audit(context, 'algo.left', caller, { targetId: id });
  },
});

/**
 * Removes the caller's rights on all algorithms of an owner, and what waits from that owner for the caller's confirmed address. Each in a
 * commit of its own: after a failure the same request goes on. The refusal comes first, so that what the owner shares meanwhile ends too.
 */
export const leaveOwner = operation({
  summary:
    'Give up the own rights on all algorithms of one owner; with `refuse=true` that owner can give no more of them',
  caller: 'authenticated',
  /** `refuse`: whether the owner can share nothing more with the caller. Absent: as before. */
  input: inputs({ id: idInput, which: optionalFields({ refuse: v.optional(v.boolean(type)) }) }),
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
    let algos = 0;
    await giveUpRights(context, {
      userId: user.id,
      ownerId,
      where: 'algorithms of an owner that a user leaves',
      onGivenUp: (id) => {
        algos += 1;
        audit(context, 'algo.left', caller, { targetId: id });
      },
    });
    if (user.isVerified) await withdrawWaiting(context, { ownerId, adresseMail: user.adresseMail });
    return { algos };
  },
});
