import * as v from 'valibot';
import { GRANTED_RIGHTS } from '../algorithm.ts';
import type { AccountsContext } from '../context.ts';
import { idInput } from '../input.ts';
import { listOf, operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { datedGrant, shownWaiting, WaitingOutput } from '../shares/shareViews.ts';
import { nullIfDamaged } from '../storeErrors.ts';
import { loadAlgo } from './algoAccess.ts';

const ShareOutput = v.object({
  idUtilisateur: v.number(),
  /** Null if the user's record is damaged. */
  pseudo: v.nullable(v.string()),
  droits: v.picklist(GRANTED_RIGHTS),
  /** Since when, milliseconds since the Unix epoch. */
  date: v.number(),
});
type Share = Readonly<v.InferOutput<typeof ShareOutput>>;

/**
 * Lists with whom an algorithm is shared, and the shares that wait for an e-mail address, both in the order in which they were given.
 * @param input the id of the algorithm
 */
export const listShares = operation({
  summary: 'List with whom the own algorithm is shared, and what waits for e-mail addresses',
  caller: 'authenticated',
  input: idInput,
  output: v.object({ shares: listOf(ShareOutput), waiting: listOf(WaitingOutput) }),
  failures: [Responses.Algo.Not_found, Responses.Algo.Forbidden_share],
  async run(id, caller, context) {
    const { algos, clock, bounds } = context;
    const algo = await loadAlgo(algos, { id, requesterId: caller.user.id, operations: ['share'] });
    const shares: Share[] = [];
    for (let at = 0; at < algo.permsAlgorithme.length; at += bounds.batch) {
      const batch = algo.permsAlgorithme.slice(at, at + bounds.batch);
      const named = await Promise.all(
        batch.map(async (grant) => {
          const found = await pseudoOf(context, grant.idUtilisateur, caller.requestId);
          return found === undefined ? [] : [{ ...datedGrant(grant), pseudo: found }];
        }),
      );
      shares.push(...named.flat());
    }
    return { shares, waiting: shownWaiting(algo, clock.now()) };
  },
});

/** Null for a damaged user, who is reported. Undefined for one who is being deleted. */
async function pseudoOf(
  { users, onProblem }: AccountsContext,
  userId: number,
  requestId: string | undefined,
): Promise<string | null | undefined> {
  const pseudo = users.findById(userId).then((user) => user?.pseudo);
  return nullIfDamaged(pseudo, (damage) => onProblem(damage, 'list of shares: without pseudo', requestId));
}
