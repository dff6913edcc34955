import * as v from 'valibot';
import { AlgoRowOutput, type Algorithm, PlacedAlgoOutput, placedAlgo, type Right } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import { expectedVersion, fields, id, idInput, inputs, isExpected, pageLimit } from '../input.ts';
import { inProcess, listOf, operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import type { DamagedError, OnDamaged } from '../storeErrors.ts';
import { loadAlgo, requireRightOnAlgo } from './algoAccess.ts';
import { PAGE_BYTES, reportLeftOut } from './algoPage.ts';
import { knownPlace } from './knownPlaces.ts';

const ReadAlgoOutput = v.object({
  algo: PlacedAlgoOutput,
  version: v.number(),
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
  async run({ id, unlessVersion }, caller, { algos, content, folders }) {
    const requesterId = caller.user.id;
    const viewOf = (algo: Algorithm, right: Right) =>
      knownPlace(folders, placedAlgo(algo, right, requesterId), requesterId);
    const load = () => loadAlgo(algos, { id, requesterId, operations: ['read'] });
    const first = await load();
    if (unlessVersion !== undefined && isExpected(first.algo.version, unlessVersion)) {
      return { algo: await viewOf(first.algo, first.right), version: first.algo.version, source: null };
    }
    const { algo, source } = await content.reader.read(first.algo, async () => (await load()).algo);
    return { algo: await viewOf(algo, requireRightOnAlgo(algo, requesterId)), version: algo.version, source };
  },
});

const PAGE_RECORDS = 1_000;

/** A page of a list: at most `limit` items (1 to 1,000, the default), of ids above `after`. */
const PageDTO = v.object({ limit: v.optional(pageLimit), after: v.optional(id) });

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
    reportLeftOut(onProblem, damaged, requester.requestId);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    return { ...found, leftOut: damaged.length };
  },
});
