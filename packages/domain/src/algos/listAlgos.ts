import * as v from 'valibot';
import { type AlgoRow, AlgoRowOutput } from '../algorithm.ts';
import { DomainError } from '../errors.ts';
import { fields, inputs } from '../inputs/input.ts';
import { id, idInput, pageLimit } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import type { DamagedError, OnDamaged } from '../storeErrors.ts';
import { PAGE_BYTES } from './algoPage.ts';
import { reportLeftOut } from './leftOut.ts';

/** The default and the largest number of records in a page. */
const PAGE_RECORDS = 1_000;

/** A page of a list: at most `limit` items (1 to 1,000, the default), of ids above `after`. */
const PageDTO = v.object({ limit: v.optional(pageLimit), after: v.optional(id) });

const AlgosOutput: v.GenericSchema<readonly AlgoRow[]> = v.array(AlgoRowOutput);

const AlgoListOutput = v.object({
  algos: AlgosOutput,
  /** The `after` of the next page, or null when nothing follows. */
  next: v.nullable(v.number()),
  /** How many records of this page are damaged, and so are not among `algos`. */
  leftOut: v.number(),
});
export type AlgoList = Readonly<v.InferOutput<typeof AlgoListOutput>>;

/**
 * Lists the algorithms that a user can access, as far as the requester can access them too. A page ends before its
 * limit if it would have more than 256 KiB; `next` says whether more follow.
 * Damaged records are left out and counted. The first ones are reported one by one, and the number of the others.
 */
export const listAlgos = operation({
  summary: 'List the algorithms accessible by a user, of those that the requester can access too',
  caller: 'authenticated',
  input: inputs({ id: idInput, page: { ...fields(PageDTO), schema: v.optional(PageDTO, {}) } }),
  output: AlgoListOutput,
  failures: [Responses.User.Not_found],
  async run({ id: by, page }, requester, { users, algos, onProblem }) {
    const { limit = PAGE_RECORDS, after } = page;
    const bounds = { limit, maxBytes: PAGE_BYTES, ...(after !== undefined && { after }) };
    const damaged: DamagedError[] = [];
    const onDamaged: OnDamaged = (damage) => void damaged.push(damage);
    // Both are read at the same time, because the user nearly always exists.
    const [user, found] = await Promise.all([
      users.findById(by),
      algos.listAccessible({ by, seenBy: requester.user.id, ...bounds }, onDamaged),
    ]);
    reportLeftOut(onProblem, damaged, { isFirst: after === undefined, ...requester });
    if (user === null) throw new DomainError(Responses.User.Not_found);
    return { ...found, leftOut: damaged.length };
  },
});
