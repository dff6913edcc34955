import * as v from 'valibot';
import { AlgoRowOutput, VersionedAlgoOutput } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import { expectedVersion, id, idInput, inputs, isExpected, optionalFields, pageLimit } from '../input.ts';
import { inProcess, listOf, operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import type { DamagedError, OnDamaged } from '../storeErrors.ts';
import { loadAlgo } from './algoAccess.ts';
import { PAGE_BYTES, reportLeftOut } from './algoPage.ts';
import { versionedView } from './knownPlaces.ts';

const ReadAlgoOutput = v.object({
  ...VersionedAlgoOutput.entries,
  /** Null when `unlessVersion` has this version: the requester has the source code already. */
  source: inProcess<SourceText | null>(),
});
export type ReadAlgo = Readonly<v.InferOutput<typeof ReadAlgoOutput>>;

/** Reads an algorithm and the source code that belongs to it. */
export const getAlgo = operation({
  summary: 'Read an algorithm with its source code',
  caller: 'authenticated',
  input: inputs({ id: idInput, unlessVersion: expectedVersion('unlessVersion') }),
  output: ReadAlgoOutput,
  failures: [Responses.Algo.Not_found],
  async run({ id, unlessVersion }, caller, context) {
    const requesterId = caller.user.id;
    const load = () => loadAlgo(context.algos, { id, requesterId });
    const first = await load();
    if (unlessVersion !== undefined && isExpected(first.version, unlessVersion)) {
      return { ...(await versionedView(context, first, requesterId)), source: null };
    }
    const { algo, source } = await context.content.reader.read(first, load);
    return { ...(await versionedView(context, algo, requesterId)), source };
  },
});

const PAGE_RECORDS = 1_000;

const AlgoListOutput = v.object({
  algos: listOf(AlgoRowOutput),
  /** The `after` of the next page, or null when nothing follows. */
  next: v.nullable(v.number()),
  /** How many records of this page are damaged, and so are not among `algos`. */
  leftOut: v.number(),
});
export type AlgoList = Readonly<v.InferOutput<typeof AlgoListOutput>>;

/**
 * Lists the algorithms that a user can access, as far as the requester can too. A page ends before its limit if it would have more than 256
 * KiB; `next` says whether more follow. Damaged records are left out and counted.
 */
export const listAlgos = operation({
  summary: 'List the algorithms accessible by a user, of those that the requester can access too',
  caller: 'authenticated',
  /** A page: at most `limit` items (1 to 1,000, the default), of ids above `after`. */
  input: inputs({ id: idInput, page: optionalFields({ limit: v.optional(pageLimit), after: v.optional(id) }) }),
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
    reportLeftOut(onProblem, damaged, requester.requestId);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    return { ...found, leftOut: damaged.length };
  },
});
