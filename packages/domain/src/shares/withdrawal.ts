import { accessiblePages } from '../accessiblePages.ts';
import type { AccountsContext, Context } from '../context.ts';
import { finishing } from '../emails/dueWork.ts';
import type { User } from '../user.ts';
import { nextTurn } from '../work.ts';

/** A withdrawal that is due, by its version. */
interface Withdrawn {
  readonly id: number;
  readonly version: number;
}

/**
 * Withdraws every right that the user gave, also those that wait for an address, if that is due, and then ends the mark. Repeatable; safe
 * at the same time as itself on other servers.
 *
 * Also a record without rights gets a new version. A change that read its record before this visit is therefore refused by its
 * compare-and-set, and must read again whether its session has ended (`shares/grantees.ts`). So the mark is also read after each record and
 * before its compare-and-set: once it has ended, the rights that are there were given by the new owner, and stay. The bin comes
 * first, so that no restoration which read it before passes this visit; and last, because a deletion may have moved a record there before
 * its visit.
 */
export const withdrawRights = finishing(
  'withdrawal',
  (context: Context, { id }: Pick<User, 'id' | 'due'>, { version }) => withdrawAll(context, { id, version }),
);

async function withdrawAll(context: Context, user: Withdrawn): Promise<void> {
  const { id } = user;
  if (await isStillDue(context, user)) await context.bin.dropRights(id);
  for await (const page of accessiblePages(context, { by: id, seenBy: id }, 'rights of an account taken over')) {
    if (!(await isStillDue(context, user))) return;
    for (const algo of page.filter(({ droits }) => droits === 'Owner')) {
      await nextTurn(); // each may be shared with a thousand people
      await withdrawFrom(context, user, algo);
    }
  }
  if (await isStillDue(context, user)) await context.bin.dropRights(id);
}

async function withdrawFrom(
  context: Context,
  user: Withdrawn,
  read: { readonly id: number; readonly version: number },
): Promise<void> {
  for (let { id, version } = read; ; ) {
    if ((await context.algos.compareAndSet(id, version, { permsAlgorithme: [], waiting: [] })) !== null) return;
    const now = await context.algos.findById(id);
    if (now === null || !(await isStillDue(context, user))) return;
    ({ version } = now);
  }
}

async function isStillDue({ users }: AccountsContext, { id, version }: Withdrawn): Promise<boolean> {
  const user = await users.findById(id);
  return user?.due.some((one) => one.kind === 'withdrawal' && one.version === version) ?? false;
}
