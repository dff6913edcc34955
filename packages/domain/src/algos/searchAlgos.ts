import * as v from 'valibot';
import { AlgoOutput } from '../algorithm.ts';
import { fields, id, pageLimit, type } from '../input.ts';
import { searchedWords } from '../nameWords.ts';
import { listOf, operation } from '../operation.ts';
import { invalidData } from '../responses.ts';
import type { DamagedError, OnDamaged } from '../storeErrors.ts';
import { atLeast, atMost, isText } from '../textInput.ts';
import { ruleMessage, unknownPosition } from '../violation.ts';
import { reportLeftOut } from './algoPage.ts';
import type { AlgoSide } from './algoSearch.ts';
import { withKnownPlaces } from './knownPlaces.ts';
import { cursorOf, MAX_CURSOR, orderOf, positionOf, SORTS } from './searchCursor.ts';
import { searchPage } from './searchPage.ts';

const noTime = ruleMessage(type, 'is no number of milliseconds since the Unix epoch, such as 1795428000000');

const ROLES = ['owner', 'shared', 'all'] as const;
const SIDES: Readonly<Record<(typeof ROLES)[number], readonly AlgoSide[]>> = {
  owner: ['owned'],
  shared: ['shared'],
  all: ['owned', 'shared'],
};

/** The default number of records in a page. The most are 1,000 records of at most 1 KB each. */
const PAGE_RECORDS = 100;

/** As long as a name can be. */
const MAX_QUERY = 255;

/**
 * Which algorithms to list. `role`: what the caller owns, what others share with the caller, or both, the default. `dossierId`: in this
 * folder of the caller; null: at the top. `q`: every word of it begins a word of the name, without regard to case and accents. `sort`: the
 * default is `nom`. `modifiedSince`: `dateModification` is not less. `after`: the `next` of the page before, with the same `sort`. `total`:
 * count all that is found, too, among the first 10,000 records of each side.
 */
const AlgoSearchDTO = v.object({
  role: v.optional(v.picklist(ROLES, type)),
  dossierId: v.optional(v.nullable(id)),
  q: v.optional(v.pipe(isText, ...atLeast(1), ...atMost(MAX_QUERY))),
  sort: v.optional(v.picklist(SORTS, type)),
  modifiedSince: v.optional(v.pipe(v.number(noTime), v.safeInteger(noTime), v.minValue(0, noTime))),
  limit: v.optional(pageLimit),
  after: v.optional(v.pipe(isText, ...atLeast(1), ...atMost(MAX_CURSOR))),
  total: v.optional(v.boolean(type)),
});

/** A record of the list: without its grants, with the folder of the caller that it is in. */
const { permsAlgorithme: _, ...entry } = AlgoOutput.entries;
const AlgoEntryOutput = v.object({ ...entry, version: v.number(), dossierId: v.nullable(v.number()) });

const AlgoSearchOutput = v.object({
  algos: listOf(AlgoEntryOutput),
  /** The `after` of the next page, or null when nothing follows. */
  next: v.nullable(v.string()),
  /** How many records are found on all pages together; null if it was not asked for. */
  total: v.nullable(v.number()),
  /** There may be more than `total`: a count looks at 10,000 records of each side at most. */
  isTotalLeast: v.boolean(),
  /** How many records that were looked at are damaged, and so are not among `algos`. */
  leftOut: v.number(),
});
export type AlgoSearchResult = Readonly<v.InferOutput<typeof AlgoSearchOutput>>;

/**
 * Lists what the caller can access. A page with `q`, `dossierId` or `modifiedSince` may end before its limit, or be empty, although `next`
 * says that more follow: it looks at 1,000 records at most.
 */
export const searchAlgos = operation({
  summary: 'Find algorithms among those that the requester can access',
  caller: 'authenticated',
  input: fields(AlgoSearchDTO),
  output: AlgoSearchOutput,
  async run(asked, requester, { algos, folders, bounds, onProblem }) {
    const { role = 'all', q = '', sort = 'nom', limit = PAGE_RECORDS, dossierId, modifiedSince } = asked;
    const after = asked.after === undefined ? undefined : positionOf(sort, asked.after);
    if (after === null) throw invalidData(unknownPosition());
    const damaged: DamagedError[] = [];
    const onDamaged: OnDamaged = (damage) => void damaged.push(damage);
    const placed = withKnownPlaces(algos, folders, requester.user.id);
    const reading = { algos: placed, searchedRows: bounds.searchedRows, onDamaged };
    const conditions = { words: searchedWords(q), dossierId, modifiedSince };
    const wanted = { userId: requester.user.id, sides: SIDES[role], order: orderOf(sort), ...conditions };
    const { entries, next, count } = await searchPage(reading, wanted, { after, limit });
    const counted = asked.total === true ? await count() : null;
    reportLeftOut(onProblem, damaged, requester.requestId);
    return {
      algos: entries,
      next: next === null ? null : cursorOf(sort, next),
      total: counted?.total ?? null,
      isTotalLeast: counted?.isLeast ?? false,
      leftOut: damaged.length,
    };
  },
});
