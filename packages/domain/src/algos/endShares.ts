import * as v from 'valibot';
import type { AlgoChanges, Algorithm } from '../algorithm.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { fields, id, idInput, inputs, part } from '../input.ts';
import { operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import { waitsFor, withoutWaiting } from '../shares/shareSteps.ts';
import { email } from '../textInput.ts';
import { loadAlgo } from './algoAccess.ts';

const end = {
  caller: 'authenticated',
  failures: [Responses.Algo.Not_found, Responses.Algo.Forbidden_share, Responses.Algo.Share_not_found],
} as const;

/** Takes a right back from a user. */
export const endShare = operation({
  ...end,
  summary: 'Take back the right of a user on the own algorithm',
  input: inputs({ id: idInput, idUtilisateur: part('idUtilisateur', id) }),
  async run({ id: algoId, idUtilisateur }, caller, context) {
    const user = await context.users.findById(idUtilisateur);
    const address = user?.isVerified === true ? user.adresseMail : null;
    await commit(context, { id: algoId, caller }, (algo) => {
      const left = algo.permsAlgorithme.filter((grant) => grant.idUtilisateur !== idUtilisateur);
      if (left.length === algo.permsAlgorithme.length) return null;
      // What waits for the user's address may not have reached the user yet: it must not come back.
      const waiting = address === null ? null : withoutWaiting(algo, waitsFor(context.policy.emailCase, address));
      return { permsAlgorithme: left, ...(waiting !== null && { waiting }) };
    });
  },
});

const WaitingShareDTO = v.object({ email });

/** Withdraws a share that waits for an address. */
export const endWaitingShare = operation({
  ...end,
  summary: 'Withdraw a share that waits for an e-mail address',
  input: inputs({ id: idInput, share: fields(WaitingShareDTO) }),
  run: ({ id: algoId, share }, caller, context) =>
    commit(context, { id: algoId, caller }, (algo) => {
      const waiting = withoutWaiting(algo, waitsFor(context.policy.emailCase, share.email));
      return waiting === null ? null : { waiting };
    }),
});

/** @param changesOf null when there is nothing to end */
async function commit(
  context: AccountsContext,
  { id: algoId, caller }: { readonly id: number; readonly caller: AuthenticatedCaller },
  changesOf: (algo: Algorithm) => AlgoChanges | null,
): Promise<void> {
  const load = () => loadAlgo(context.algos, { id: algoId, requesterId: caller.user.id, operations: ['share'] });
  const required = (algo: Algorithm): AlgoChanges => {
    const changes = changesOf(algo);
    if (changes === null) throw new DomainError(Responses.Algo.Share_not_found);
    return changes;
  };
  await context.content.change(await load(), { load, changesOf: required });
  audit(context, 'algo.rights_changed', caller, { targetId: algoId });
}
