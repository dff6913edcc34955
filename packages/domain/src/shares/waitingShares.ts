import type { Algorithm } from '../algorithm.ts';
import { mailboxOf } from '../emails/emailKey.ts';
import { READ_AT_ONCE } from '../inBatches.ts';
import type { Parts } from '../parts.ts';
import { attempt } from '../problems.ts';
import { nextTurn } from '../turns.ts';
import { commitShares } from './commitShares.ts';
import { withoutUsersGone } from './grantees.ts';
import { givenTo, waitsFor } from './shareSteps.ts';

type Giving = Pick<Parts, 'users' | 'algos' | 'content' | 'clock' | 'policy' | 'bounds' | 'onProblem'>;

const WHERE = 'shares that wait for an address';

/** What became of the shares that wait for an address. */
export interface Given {
  /** The ids of the algorithms on which the user got a right. */
  readonly algos: readonly number[];
  /** Whether nothing is left that could be given: false when a record has failed, or there are more than one answer looks at. */
  readonly isComplete: boolean;
}

/**
 * Gives the user what waits for the address. Repeatable; safe at the same time as itself on other servers: the commit that gives a right ends the share too.
 * A record that fails is reported, and does not stop the others.
 */
export async function giveWaiting(
  parts: Giving,
  { userId, adresseMail }: { readonly userId: number; readonly adresseMail: string },
): Promise<Given> {
  const { algos, bounds, policy, onProblem } = parts;
  const isFor = waitsFor(policy.emailCase, adresseMail);
  const query = { mailbox: mailboxOf(adresseMail), limit: Math.min(bounds.batch, READ_AT_ONCE) };
  const given: number[] = [];
  let [seen, done] = [0, 0];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found = await algos.listWaiting({ ...query, after }, (damage) => onProblem(damage, WHERE));
    for (const algo of found.filter((one) => one.ownerId !== userId && one.waiting.some(isFor))) {
      if (seen >= bounds.acceptedShares) return { algos: given, isComplete: false };
      seen += 1;
      await nextTurn();
      await attempt(onProblem, WHERE, async () => {
        if (await giveOn(parts, algo, { userId, isFor })) given.push(algo.id);
        done += 1;
      });
    }
    after = found.length < query.limit ? undefined : found.at(-1)?.id;
  }
  return { algos: given, isComplete: done === seen };
}

/** Whether the user has a right on the record by that. */
async function giveOn(
  parts: Giving,
  read: Algorithm,
  { userId, isFor }: { readonly userId: number; readonly isFor: ReturnType<typeof waitsFor> },
): Promise<boolean> {
  const changesOf = (algo: Algorithm) => givenTo(algo, isFor, { userId, now: parts.clock.now() });
  const given = await commitShares(parts, read, { changesOf });
  const isUser = ({ idUtilisateur }: { readonly idUtilisateur: number }) => idUtilisateur === userId;
  const grants = given?.permsAlgorithme.filter(isUser) ?? [];
  if (given === null || grants.length === 0) return false;
  return (await withoutUsersGone(parts, given, grants)).permsAlgorithme.some(isUser);
}
