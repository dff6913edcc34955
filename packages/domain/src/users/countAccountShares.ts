import * as v from 'valibot';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { accountsOperation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { nextTurn } from '../turns.ts';

/** How many records are read at once, and their bytes, as for lists. */
const PAGE = { limit: 50, maxBytes: 262_144 };

/**
 * Counts how many algorithms of an account others can access, and how many people these are: what they lose when the account is deleted.
 * Shares that wait for an address are not counted, and damaged algorithms are not either. The account itself may be damaged.
 * @param input the id of the user
 */
export const countAccountShares = accountsOperation({
  summary: 'Count how many algorithms of an account are shared, and with how many people',
  caller: 'anybody',
  input: idInput,
  output: v.object({ algos: v.number(), people: v.number() }),
  failures: [Responses.User.Not_found],
  async run(id, _caller, { users, algos, onProblem }) {
    if ((await users.existing([id])).length === 0) throw new DomainError(Responses.User.Not_found);
    const people = new Set<number>();
    let shared = 0;
    for (let after: number | null = 0; after !== null; await nextTurn()) {
      const query = { by: id, seenBy: id, after, ...PAGE };
      const page = await algos.listAccessible(query, (damage) => onProblem(damage, 'shares of an account'));
      for (const { ownerId, permsAlgorithme = [] } of page.algos) {
        if (ownerId !== id || permsAlgorithme.length === 0) continue;
        shared += 1;
        for (const { idUtilisateur } of permsAlgorithme) people.add(idUtilisateur);
      }
      after = page.next;
    }
    return { algos: shared, people: people.size };
  },
});
