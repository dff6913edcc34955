import { compareTexts, nameKey, wordsOf } from '../nameWords.ts';
import type { OnDamaged } from '../storeErrors.ts';
import { nextTurn } from '../work.ts';
import type { AlgoCondition, AlgoEntry, AlgoOrder, AlgoPosition, AlgoSearch, AlgoSide, Walked } from './algoSearch.ts';

/** What is searched for. A condition that is absent is satisfied by every record. */
export interface SearchConditions {
  readonly userId: number;
  readonly sides: readonly AlgoSide[];
  /** Each must begin a word of the name; folded. */
  readonly words: readonly string[];
  /** In this folder of the user; null: at the top. */
  readonly dossierId?: number | null | undefined;
  /** `dateModification` is not less, milliseconds since the Unix epoch. */
  readonly modifiedSince?: number | undefined;
  readonly order: AlgoOrder;
}

interface Range {
  readonly after: AlgoPosition | undefined;
  readonly limit: number;
}

interface Reading {
  readonly algos: AlgoSearch;
  /** The most records of one side that are looked at for a page with conditions. */
  readonly searchedRows: number;
  readonly onDamaged: OnDamaged;
}

export interface SearchedPage {
  readonly entries: readonly AlgoEntry[];
  /** Where the next page begins; null when nothing follows. */
  readonly next: AlgoPosition | null;
  count(): Promise<Total>;
}

/** How many records are found on all pages together; `isLeast`: or more, because the count ended at a bound. */
interface Total {
  readonly total: number;
  readonly isLeast: boolean;
}

/**
 * A page of what is wanted, in its order. Each side is read by one of two ways. If one condition leaves few records, at most
 * `searchedRows`, these are read and sorted. Otherwise records are looked at in the order of the list until the page is full, at most as
 * many. So a page costs the same however many records there are; it may have fewer than the limit, or none, although more follow.
 */
export async function searchPage(reading: Reading, wanted: SearchConditions, range: Range): Promise<SearchedPage> {
  const sides = await Promise.all(wanted.sides.map((side) => readSide(reading, wanted, { side, ...range })));
  return { ...merged(sides, wanted.order, range), count: () => countWanted(reading, wanted, sides) };
}

/** Of one side what is wanted among the records that were looked at. */
interface ReadSide extends Walked {
  readonly side: AlgoSide;
  /** Whether the entries are all that can be wanted of this side, and not a part of its order. */
  readonly isWhole: boolean;
}

interface SideRange extends Range {
  readonly side: AlgoSide;
}

async function readSide(reading: Reading, wanted: SearchConditions, range: SideRange): Promise<ReadSide> {
  const { side, limit } = range;
  const conditions = conditionsOf(wanted);
  const few = conditions.length === 0 ? null : await fewOf(reading, { wanted, side, conditions });
  if (few !== null) {
    return { side, isWhole: true, entries: await wantedOf(few, wanted), last: null };
  }
  const rows = conditions.length === 0 ? limit + 1 : reading.searchedRows;
  return { side, isWhole: false, ...(await walkUntilFull(reading, wanted, { ...range, rows })) };
}

/** Looks at `rows` records at most, in steps, each twice as long as the one before: few records where many of them are wanted. */
async function walkUntilFull(
  { algos, onDamaged }: Reading,
  wanted: SearchConditions,
  { side, after, limit, rows }: SideRange & { readonly rows: number },
): Promise<Walked> {
  const { userId, order } = wanted;
  const entries: AlgoEntry[] = [];
  let last = after ?? null;
  for (let left = rows, step = limit + 1; left > 0; left -= step, step *= 2) {
    const query = { userId, side, order, limit: Math.min(step, left), ...(last && { after: last }) };
    const walked: Walked = await algos.walk(query, onDamaged);
    entries.push(...(await wantedOf(walked.entries, wanted)));
    last = walked.last;
    if (last === null || entries.length > limit) break;
  }
  return { entries, last };
}

/** A count looks at so many records of a side that no condition makes small. */
const COUNTED_ROWS = 10_000;

async function countWanted(reading: Reading, wanted: SearchConditions, sides: readonly ReadSide[]): Promise<Total> {
  const all: Total[] = [];
  for (const { side, isWhole, entries } of sides) {
    all.push(isWhole ? { total: entries.length, isLeast: false } : await countWalked(reading, wanted, side));
  }
  return { total: all.reduce((sum, { total }) => sum + total, 0), isLeast: all.some(({ isLeast }) => isLeast) };
}

async function countWalked(reading: Reading, wanted: SearchConditions, side: AlgoSide): Promise<Total> {
  let total = 0;
  let after: AlgoPosition | null = null;
  for (let left = COUNTED_ROWS; left > 0; left -= reading.searchedRows) {
    const limit = Math.min(reading.searchedRows, left);
    const query = { userId: wanted.userId, side, order: wanted.order, limit };
    // The page has reported what is damaged.
    const walked: Walked = await reading.algos.walk({ ...query, ...(after && { after }) }, () => {});
    total += (await wantedOf(walked.entries, wanted)).length;
    after = walked.last;
    if (after === null) return { total, isLeast: false };
  }
  return { total, isLeast: true };
}

/** The words of a search that are looked up, the longest ones: a search may have more than a hundred. */
const LOOKED_UP_WORDS = 3;

function conditionsOf({ words, dossierId, modifiedSince }: SearchConditions): AlgoCondition[] {
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, LOOKED_UP_WORDS);
  return [
    ...longest.map((word) => ({ word })),
    // No index knows what is at the top: records in folders that are not there belong to it.
    ...(dossierId == null ? [] : [{ dossierId }]),
    ...(modifiedSince === undefined ? [] : [{ modifiedSince }]),
  ];
}

/** The records that satisfy one condition, if one is satisfied by few; otherwise null. */
async function fewOf(
  { algos, searchedRows, onDamaged }: Reading,
  { wanted, side, conditions: all }: { wanted: SearchConditions; side: AlgoSide; conditions: readonly AlgoCondition[] },
): Promise<readonly AlgoEntry[] | null> {
  const { userId } = wanted;
  const indexed = all.filter((where) => side === 'owned' || !('word' in where));
  const conditions = [...indexed, { all: true } as const];
  const limit = searchedRows + 1;
  const found = await Promise.all(conditions.map((where) => algos.idsWhere({ userId, side, where, limit })));
  const [least] = found.sort((one, other) => one.length - other.length);
  if (least === undefined || least.length > searchedRows) return null;
  return algos.entriesOf(userId, least, onDamaged);
}

/** Names whose words are compared in one turn of the event loop. */
const COMPARED_IN_TURN = 100;

async function wantedOf(entries: readonly AlgoEntry[], wanted: SearchConditions): Promise<readonly AlgoEntry[]> {
  const found: AlgoEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at > 0 && at % COMPARED_IN_TURN === 0) await nextTurn();
    if (isWanted(entry, wanted)) found.push(entry);
  }
  return found;
}

function isWanted(entry: AlgoEntry, { words, dossierId, modifiedSince }: SearchConditions): boolean {
  if (dossierId !== undefined && entry.dossierId !== dossierId) return false;
  if (modifiedSince !== undefined && entry.dateModification < modifiedSince) return false;
  if (words.length === 0) return true;
  const own = wordsOf(entry.nom);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}

/** What both sides have, up to where both were looked at. */
function merged(sides: readonly Walked[], order: AlgoOrder, { after, limit }: Range): Omit<SearchedPage, 'count'> {
  const isBehind = (position: AlgoPosition, other: AlgoPosition): boolean => compared(position, other, order) > 0;
  const ends = sides.flatMap(({ last }) => last ?? []).sort((one, other) => compared(one, other, order));
  const [end] = ends;
  const entries = sides
    .flatMap((side) => side.entries)
    .map((entry) => ({ entry, position: positionIn(entry, order) }))
    .filter(({ position }) => (after === undefined || isBehind(position, after)) && !(end && isBehind(position, end)))
    .sort((one, other) => compared(one.position, other.position, order));
  const page = entries.slice(0, limit);
  const next = entries.length > limit ? page.at(-1)?.position : end;
  return { entries: page.map(({ entry }) => entry), next: next ?? null };
}

/** The position of a record in an order. */
export function positionIn(
  { id, nom, dateCreation, dateModification }: Pick<AlgoEntry, 'id' | AlgoOrder['by']>,
  { by }: AlgoOrder,
): AlgoPosition {
  const keys = { nom: () => nameKey(nom), dateCreation: () => dateCreation, dateModification: () => dateModification };
  return { key: keys[by](), id };
}

/** Negative if the first comes first in the order. */
export function compared(one: AlgoPosition, other: AlgoPosition, { descending }: AlgoOrder): number {
  const ascending = compareKeys(one.key, other.key) || one.id - other.id;
  return descending ? -ascending : ascending;
}

const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === 'string' && typeof other === 'string' ? compareTexts(one, other) : Number(one) - Number(other);
