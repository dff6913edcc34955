import * as v from 'valibot';
import { accessiblePages } from '../accessiblePages.ts';
import { eraseUser } from '../algos/erasure.ts';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { idInput } from '../input.ts';
import { accountsOperation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';

const OF_DELETION = { input: idInput, failures: [Responses.User.Not_found] };

/** The event comes at once: what follows may fail, and resumeWork finishes it. @throws DomainError User.Not_found */
async function commit(context: AccountsContext, id: number, caller: Caller): Promise<void> {
  const { users, deletions, clock } = context;
  if ((await users.existing([id])).length === 0) throw new DomainError(Responses.User.Not_found);
  await deletions.add({ userId: id, date: clock.now() });
  if (!(await users.markDeleted(id))) throw new DomainError(Responses.User.Not_found);
  audit(context, 'user.deleted', caller, { targetId: id });
}

/**
 * Deletes an account and everything in it. After a crash half-way the user is absent, and resumeWork deletes the rest. A damaged user is
 * deleted too.
 * @param input the id of the user
 */
export const deleteAccount = accountsOperation({
  summary: 'Delete an account and everything in it',
  ...OF_DELETION,
  async run(id, caller, context) {
    await commit(context, id, caller);
    await eraseUser(context, id);
  },
});

/**
 * Deletes an account for a process that must not change contents: it is absent at once, and a service deletes the rest by resumeWork,
 * within a minute or at its next start.
 * @param input the id of the user
 */
export const beginAccountDeletion = accountsOperation({
  summary: 'Delete an account, and leave it to a service to remove everything in it',
  ...OF_DELETION,
  async run(id, caller, context) {
    await commit(context, id, caller);
    await context.sessionStore.deleteByUser(id);
  },
});

/**
 * Counts how many algorithms of an account others can access, and how many people these are. Shares that wait for an address and damaged
 * algorithms are not counted. The account itself may be damaged.
 * @param input the id of the user
 */
export const countAccountShares = accountsOperation({
  summary: 'Count how many algorithms of an account are shared, and with how many people',
  input: idInput,
  output: v.object({ algos: v.number(), people: v.number() }),
  failures: [Responses.User.Not_found],
  async run(id, _caller, context) {
    if ((await context.users.existing([id])).length === 0) throw new DomainError(Responses.User.Not_found);
    const people = new Set<number>();
    let shared = 0;
    for await (const page of accessiblePages(context, { by: id, seenBy: id }, 'shares of an account')) {
      for (const { ownerId, permsAlgorithme = [] } of page) {
        if (ownerId !== id || permsAlgorithme.length === 0) continue;
        shared += 1;
        for (const { idUtilisateur } of permsAlgorithme) people.add(idUtilisateur);
      }
    }
    return { algos: shared, people: people.size };
  },
});
