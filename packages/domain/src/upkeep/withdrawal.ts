import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import type { User } from '../user.ts';

/** How many records are read at once, and their bytes, as for lists. */
const PAGE = { limit: 50, maxBytes: 262_144 };

interface Withdrawal {
  readonly ports: Pick<Ports, 'users' | 'algos'>;
  /** Gets damaged records that were found: their rights stay, because they cannot be read. */
  readonly onProblem: OnProblem;
}

type Due = Pick<User, 'id' | 'withdrawalDue'>;

/**
 * Withdraws every right that the user gave, if that is due, and then ends the mark. Repeatable; safe at the same time as
 * itself on other servers.
 *
 * Also a record without rights gets a new version. A change that read its record before this visit is therefore refused by
 * its compare-and-set, and must read again whether its session has ended (`algos/giver.ts`). For the same
 * reason the mark is read after each record and before its compare-and-set: once it has ended, the rights that are there
 * were given by the new owner, and stay.
 */
export async function withdrawRights({ ports, onProblem }: Withdrawal, user: Due): Promise<void> {
  const { id, withdrawalDue } = user;
  if (withdrawalDue === null) return;
  for (let after: number | null = 0; after !== null; ) {
    const query = { by: id, seenBy: id, after, ...PAGE };
    const page = await ports.algos.listAccessible(query, (damage) =>
      onProblem(damage, 'rights of an account taken over'),
    );
    if (!(await isStillDue(ports, user))) return;
    const own = page.algos.filter(({ droits }) => droits === 'Owner');
    await Promise.all(own.map((algo) => withdrawFrom(ports, user, algo)));
    after = page.next;
  }
  await ports.users.endWithdrawalDue(id, withdrawalDue.date);
}

async function withdrawFrom(
  ports: Withdrawal['ports'],
  user: Due,
  read: { readonly id: number; readonly version: number },
): Promise<void> {
  for (let { id, version } = read; ; ) {
    if ((await ports.algos.compareAndSet(id, version, { permsAlgorithme: [] })) !== null) return;
    const now = await ports.algos.findById(id);
    if (now === null || !(await isStillDue(ports, user))) return;
    ({ version } = now);
  }
}

async function isStillDue({ users }: Withdrawal['ports'], { id, withdrawalDue }: Due): Promise<boolean> {
  return (await users.findById(id))?.withdrawalDue?.date === withdrawalDue?.date;
}
