import type { Algorithm } from '../algorithm.ts';
import { audit } from '../audit.ts';
import { idInput, inputs } from '../input.ts';
import { countShare } from '../limits.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { Responses } from '../responses.ts';
import { finishShares, SHARE_MAIL } from '../shares/finishShares.ts';
import { requireStillOwn } from '../shares/grantees.ts';
import { isPerson, personOf, shareFields } from '../shares/shareInput.ts';
import { shareChange } from '../shares/shareSteps.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import { loadAlgo } from './algoAccess.ts';
import { growthBy, makeRoom } from './quotaGuard.ts';

/**
 * Shares an algorithm with a user, who is told by mail, or with an e-mail address. An address that a confirmed account has stands for that
 * account. For another one the right waits until somebody who is logged in opens the link of the invitation that goes there. The answer is
 * the same for all addresses.
 */
export const shareAlgo = operation({
  summary:
    'Share an algorithm with a user, or with the person who reads the mails of an e-mail address; a mail goes out',
  caller: 'authenticated',
  input: inputs({ id: idInput, share: shareFields }),
  failures: [
    Responses.Algo.Not_found,
    Responses.Algo.Forbidden_share,
    Responses.General.Too_many_requests,
    Responses.Algo.Too_many_shares,
    Responses.Algo.Quota_exceeded, // data as of createAlgo
  ],
  async run({ id, share }, caller, context) {
    const { users, clock, policy, onProblem } = context;
    await withdrawRights(context, caller.user);
    const load = async () => {
      const algo = await loadAlgo(context.algos, { id, requesterId: caller.user.id, operations: ['share'] });
      await requireStillOwn(users, caller.user);
      return algo;
    };
    const before = await load();
    await countShare(context, caller, { byAddress: share.email !== undefined });
    const person = await personOf(context, share, caller.user);
    const asked = { person, droits: share.droits, locale: caller.locale ?? policy.locale };
    let isNew = false;
    const changesOf = (algo: Algorithm) => {
      isNew = !algo.permsAlgorithme.some(isPerson(person)) && !algo.waiting.some(isPerson(person));
      return shareChange(algo, { ...asked, now: clock.now() }, policy);
    };
    const roomy = async (found: Algorithm): Promise<Algorithm> => {
      await makeRoom(context, found.ownerId, growthBy(found, changesOf(found)));
      return found;
    };
    const algo = await context.content.change(await roomy(before), {
      load: async () => roomy(await load()),
      changesOf,
    });
    audit(context, 'algo.rights_changed', caller, { targetId: id });
    // The share is committed and its mail is due: resumeWork repeats what fails from here on.
    const isRefusedAt = async () => 'isRefused' in person && person.isRefused;
    const finish = () => finishShares(context, algo, { isMeant: isPerson(person), isRefusedAt });
    if (isNew) await attempt(onProblem, SHARE_MAIL, finish);
  },
});
