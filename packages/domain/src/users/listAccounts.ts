import * as v from 'valibot';
import { fields } from '../inputs/input.ts';
import { id, pageLimit } from '../inputs/number.ts';
import { accountsOperation } from '../operation.ts';
import type { DamagedError } from '../storeErrors.ts';
import { AccountOutput, accountOf } from './account.ts';

const DEFAULT_LIMIT = 100;

/** A page of accounts: those with an id above `after` (default: from the first), `limit` of them (1 to 1,000; default 100). */
const AccountPageDTO = v.object({ after: v.optional(id), limit: v.optional(pageLimit, DEFAULT_LIMIT) });

const AccountPageOutput = v.object({
  accounts: v.array(AccountOutput),
  /** The `after` of the next page; null when this is the last one. */
  next: v.nullable(v.number()),
  /** The ids of damaged records, which are left out. */
  damaged: v.array(v.string()),
});

/** Lists a page of accounts by ascending id. */
export const listAccounts = accountsOperation({
  summary: 'List the accounts by ascending id',
  caller: 'anybody',
  input: fields(AccountPageDTO),
  output: AccountPageOutput,
  failures: [],
  async run({ after = 0, limit }, _caller, context) {
    const damaged: DamagedError[] = [];
    const users = await context.users.list({ after, limit }, (damage) => void damaged.push(damage));
    return {
      accounts: users.map(accountOf),
      next: users.length < limit ? null : (users.at(-1)?.id ?? null),
      damaged: damaged.map(({ id }) => id),
    };
  },
});
