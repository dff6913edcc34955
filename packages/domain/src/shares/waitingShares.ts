import type { Algorithm, WaitingShare } from '../algorithm.ts';
import type { AccountsContext, Context } from '../context.ts';
import { mailboxOf } from '../emails/emailKey.ts';
import { attempt } from '../problems.ts';
import { nextTurn, READ_AT_ONCE } from '../work.ts';
import { commitShares } from './commitShares.ts';
import { withoutUsersGone } from './grantees.ts';
import { isRefused } from './refusals.ts';
import { givenTo, waitsFor, withoutWaiting } from './shareSteps.ts';

const WHERE = 'shares that wait for an address';

/** What became of the shares that wait for an address. */
export interface GivenShares {
  /** The ids of the algorithms on which the user got a right. */
  readonly algos: readonly number[];
  /**
   * Whether nothing is left that could be given: false when a record has failed, or there are more than one answer looks at. When as many
   * fail each time, those behind them wait until an operator has repaired the records, which the log names.
   */
  readonly isComplete: boolean;
}

/**
 * Gives the user what waits for the address. Repeatable; safe at the same time as itself on other servers: the commit that gives a right
 * ends the share too. A record that fails is reported, and does not stop the others.
 */
export async function giveWaiting(
  context: Context,
  { userId, adresseMail }: { readonly userId: number; readonly adresseMail: string },
): Promise<GivenShares> {
  const { bounds, policy, onProblem } = context;
  const isFor = waitsFor(policy.emailCase, adresseMail);
  const given: number[] = [];
  const refused = new Map<number, boolean>();
  let [tried, done] = [0, 0];
  for await (const algo of waitingAt(context, adresseMail)) {
    const { id, ownerId } = algo;
    if (ownerId === userId || refused.get(ownerId) === true) continue; // what is refused stays, and would fill each answer
    if (tried >= bounds.acceptedShares) return { algos: given, isComplete: false };
    tried += 1;
    await attempt(onProblem, WHERE, async () => {
      if (!refused.has(ownerId)) refused.set(ownerId, await isRefused(context, { userId, ownerId }));
      if (refused.get(ownerId) === true) tried -= 1;
      else {
        if (await giveOn(context, algo, { userId, isFor })) given.push(id);
        done += 1;
      }
    });
  }
  return { algos: given, isComplete: done === tried };
}

/** Ends what waits for the address on algorithms of the owner. Repeatable. */
export async function withdrawWaiting(
  context: AccountsContext,
  { ownerId, adresseMail }: Pick<Algorithm, 'ownerId'> & Pick<WaitingShare, 'adresseMail'>,
): Promise<void> {
  const isFor = waitsFor(context.policy.emailCase, adresseMail);
  const changesOf = (algo: Algorithm) => {
    const waiting = withoutWaiting(algo, isFor);
    return waiting === null ? null : { waiting };
  };
  for await (const algo of waitingAt(context, adresseMail)) {
    if (algo.ownerId === ownerId) await commitShares(context, algo, changesOf);
  }
}

/** The records on which something waits for the address, each in a turn of its own. */
async function* waitingAt(
  { algos, bounds, policy, onProblem }: AccountsContext,
  adresseMail: string,
): AsyncGenerator<Algorithm> {
  const isFor = waitsFor(policy.emailCase, adresseMail);
  const query = { mailbox: mailboxOf(adresseMail), limit: Math.min(bounds.batch, READ_AT_ONCE) };
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found = await algos.listWaiting({ ...query, after }, (damage) => onProblem(damage, WHERE));
    for (const algo of found) {
      await nextTurn();
      if (algo.waiting.some(isFor)) yield algo;
    }
    after = found.length < query.limit ? undefined : found.at(-1)?.id;
  }
}

/** Whether the user has a right on the record by that. */
async function giveOn(
  context: Context,
  read: Algorithm,
  { userId, isFor }: { readonly userId: number; readonly isFor: ReturnType<typeof waitsFor> },
): Promise<boolean> {
  const changesOf = (algo: Algorithm) => givenTo(algo, isFor, { userId, now: context.clock.now() });
  const given = await commitShares(context, read, changesOf);
  const isUser = ({ idUtilisateur }: { readonly idUtilisateur: number }) => idUtilisateur === userId;
  const grants = given?.permsAlgorithme.filter(isUser) ?? [];
  if (given === null || grants.length === 0) return false;
  return (await withoutUsersGone(context, given, grants)).permsAlgorithme.some(isUser);
}
