import type { Algorithm } from '../algorithm.ts';
import { audit } from '../audit.ts';
import { inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { countShare } from '../limits/countShare.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { Responses } from '../responses.ts';
import { finishShares, SHARE_MAIL } from '../shares/finishShares.ts';
import { requireStillOwn } from '../shares/grantees.ts';
import { shareChange } from '../shares/shareChange.ts';
import { isPerson, personOf, shareFields } from '../shares/shareInput.ts';
import { withdrawRights } from '../upkeep/withdrawal.ts';
import { loadAlgo } from './algoAccess.ts';
import { growthBy } from './ownedBytes.ts';

/**
 * Shares an algorithm with a user, who is told by mail, or with an e-mail address. An address that a confirmed account has stands for that
 * account. For another one the right waits until somebody who is logged in opens the link of the invitation that goes there. The answer is the same for all addresses.
 */
export const shareAlgo = operation({
  summary:
    'Share an algorithm with a user, or with the person who reads the mails of an e-mail address; a mail goes out',
  caller: 'authenticated',
  input: inputs({ id: idInput, share: shareFields }),
  output: null,
  failures: [
    Responses.Algo.Not_found,
    Responses.Algo.Forbidden_share,
    Responses.General.Too_many_requests,
    Responses.Algo.Too_many_shares,
    Responses.Algo.Quota_exceeded, // data as of createAlgo
  ],
  needs: [
    'users',
    'outbox',
    'algos',
    'bin',
    'mailTokens',
    'mailer',
    'limiter',
    'audit',
    'clock',
    'content',
    'policy',
    'quota',
    'onProblem',
  ],
  async run({ id, share }, caller, parts) {
    const { users, clock, policy, onProblem } = parts;
    await withdrawRights(parts, caller.user);
    const load = async () => {
      const access = { id, requesterId: caller.user.id, operations: ['share'] as const };
      const { algo } = await loadAlgo(parts.algos, access);
      await requireStillOwn(users, caller.user);
      return algo;
    };
    const before = await load();
    await countShare(parts, caller, { byAddress: share.email !== undefined });
    const person = await personOf(parts, share, caller.user);
    const asked = { person, droits: share.droits, locale: caller.locale ?? policy.locale };
    let isNew = false;
    const changesOf = (algo: Algorithm) => {
      isNew = !algo.permsAlgorithme.some(isPerson(person)) && !algo.waiting.some(isPerson(person));
      return shareChange(algo, { ...asked, now: clock.now() }, policy);
    };
    const algo = await parts.quota.within(before.ownerId, async ({ claim }) => {
      const claimed = async (found: Algorithm): Promise<Algorithm> => {
        await claim(growthBy(found, changesOf(found)));
        return found;
      };
      return parts.content.change(await claimed(before), { load: async () => claimed(await load()), changesOf });
    });
    audit(parts, 'algo.rights_changed', caller, { targetId: id });
    // The share is committed and its mail is due: resumeWork repeats what fails from here on.
    const isRefusedAt = async () => 'isRefused' in person && person.isRefused;
    const finish = () => finishShares(parts, algo, { isMeant: isPerson(person), isRefusedAt });
    if (isNew) await attempt(onProblem, SHARE_MAIL, finish);
  },
});
