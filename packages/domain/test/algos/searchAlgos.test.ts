import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../src/bounds.ts';
import { type AlgoSearchResult, createService, type Ports } from '../../src/index.ts';
import { compareTexts, nameKey, searchedWords, wordsOf } from '../../src/nameWords.ts';
import { entryFor } from '../../testkit/memory/algos/searching.ts';
import { grant } from '../support/algos.ts';
import type { Step } from '../support/intercept.ts';
import { member, openWorld, untyped, type World } from '../support/world.ts';

type Entry = AlgoSearchResult['algos'][number];

const NAMES = ['Tri rapide', 'tri fusion', 'Ératosthène', 'crible eratosthene', 'Dijkstra', 'dijkstra rapide'];

/** Algorithms of Ada and Bob; each may read some of the other's, and keeps some in folder 4 or 5. */
async function opened({ count = 24, bounds }: { readonly count?: number; readonly bounds?: Partial<Bounds> } = {}) {
  const looked = { rows: 0 };
  const world = openWorld({ ...(bounds && { bounds }), step: counting(looked) });
  const people = [await member(world, 'ada'), await member(world, 'bob')] as const;
  for (let index = 0; index < count; index += 1) {
    const [owner, other] = index % 3 === 0 ? [people[1], people[0]] : people;
    const nom = NAMES[(index * 5) % NAMES.length] ?? '';
    const { algo } = await world.service.createAlgo({ ownerId: owner.user.id, nom, sourceCode: {} }, owner);
    if (index % 2 === 0) {
      await world.service.patchAlgo({ id: algo.id, changes: { permsAlgorithme: [grant(other, 'Read')] } }, owner);
    }
    // In the folders 4 and 5, and in 6, which is not there.
    if (index % 5 < 2) await world.ports.algos.place(algo.id, people[0].user.id, 4 + (index % 3));
    world.clock.advance(1_000 * ((index * 7) % 4));
  }
  const folders = [4, 5].map((id) => ({ id, nom: `${id}`, parentId: null }));
  await world.ports.folders.compareAndSet(people[0].user.id, 0, { lastId: 5, folders });
  return { world, ada: people[0], bob: people[1], looked };
}

/** Counts the records that the searches of the repository return. */
const counting =
  (looked: { rows: number }): Step =>
  async (name, run) => {
    const result = await run();
    if (name === 'algos.idsWhere' || name === 'algos.entriesOf') looked.rows += (result as readonly unknown[]).length;
    if (name === 'algos.walk') looked.rows += (result as { readonly entries: readonly unknown[] }).entries.length;
    return result;
  };

async function allPages(world: World, query: object, caller: Awaited<ReturnType<typeof member>>) {
  const [entries, sizes]: [Entry[], number[]] = [[], []];
  let after: string | undefined;
  do {
    expect(sizes.length, 'the pages have no end').toBeLessThan(200);
    const page = await world.service.searchAlgos({ ...query, after }, caller);
    entries.push(...page.algos);
    sizes.push(page.algos.length);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return { entries, sizes };
}

interface Query {
  readonly role?: 'owner' | 'shared' | 'all';
  readonly dossierId?: number | null;
  readonly q?: string;
  readonly sort?: string;
  readonly modifiedSince?: number;
}

/** What a search must find, by a look at every record. */
function model(all: readonly Entry[], { role = 'all', dossierId, q = '', sort = 'nom', modifiedSince = 0 }: Query) {
  const field = sort.replace('-', '') as 'nom' | 'dateCreation' | 'dateModification';
  const compare = (one: Entry, other: Entry): number =>
    (field === 'nom' ? compareTexts(nameKey(one.nom), nameKey(other.nom)) : one[field] - other[field]) ||
    one.id - other.id;
  const found = all.filter(
    (entry) =>
      (role === 'all' || (entry.droits === 'Owner') === (role === 'owner')) &&
      (dossierId === undefined || entry.dossierId === dossierId) &&
      entry.dateModification >= modifiedSince &&
      searchedWords(q).every((word) => wordsOf(entry.nom).some((own) => own.startsWith(word))),
  );
  return found.sort((one, other) => (sort.startsWith('-') ? -1 : 1) * compare(one, other)).map(({ id }) => id);
}

const query: fc.Arbitrary<Query> = fc.record(
  {
    role: fc.constantFrom('owner', 'shared', 'all'),
    dossierId: fc.constantFrom(null, 4, 5, 6),
    q: fc.constantFrom('', 'tri', 'RAPIDE', 'erato', 'é', 'dijkstra rap', 'absent', 'tri tri', '++'),
    sort: fc.constantFrom('nom', '-nom', 'dateCreation', '-dateCreation', 'dateModification', '-dateModification'),
    /** The place of the record in the list whose date it is. */
    modifiedSince: fc.nat(20),
  },
  { requiredKeys: [] },
);

describe('a search of algorithms', () => {
  it.each([1, 3, 1_000])('finds what a look at every record finds, with %i rows for a page', async (searchedRows) => {
    const { world, ada } = await opened({ bounds: { searchedRows } });
    const all = (await allPages(world, {}, ada)).entries;
    expect(all.length).toBeGreaterThan(12);
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 1, max: 9 }), async ({ modifiedSince: place, ...rest }, limit) => {
        const asked = { ...rest, ...(place !== undefined && { modifiedSince: all[place]?.dateModification ?? 0 }) };
        const { entries, sizes } = await allPages(world, { ...asked, limit }, ada);
        expect(entries.map(({ id }) => id)).toEqual(model(all, asked));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
        expect((await world.service.searchAlgos({ ...asked, limit, total: true }, ada)).total).toBe(entries.length);
      }),
      { numRuns: 60 },
    );
  });

  it('shows a record as the caller sees it, without its grants', async () => {
    const { world, ada, bob } = await opened();
    const [own] = (await world.service.searchAlgos({ role: 'owner', limit: 1 }, ada)).algos;
    expect(Object.keys(own ?? {}).sort()).toEqual(
      ['dateCreation', 'dateModification', 'dossierId', 'droits', 'id', 'nom', 'ownerId', 'version'].sort(),
    );
    expect(own).toMatchObject({ droits: 'Owner', ownerId: ada.user.id });
    const [shared] = (await world.service.searchAlgos({ role: 'shared', limit: 1 }, bob)).algos;
    expect(shared).toMatchObject({ droits: 'Read', ownerId: ada.user.id });
  });

  it('looks at no more rows than the bound, for a page of each side, however many there are', async () => {
    const searchedRows = 10;
    const { world, ada, looked } = await opened({ count: 90, bounds: { searchedRows } });
    for (const asked of [
      { q: 'absent' },
      { q: 'tri' },
      { dossierId: 6 },
      { modifiedSince: 1 },
      { q: 'a b c d e f g h' },
    ]) {
      looked.rows = 0;
      const { total } = await world.service.searchAlgos(asked, ada);
      // Of each side: the ids of up to three words or other conditions and of all, then the records.
      expect(looked.rows, JSON.stringify(asked)).toBeLessThanOrEqual(2 * (4 * (searchedRows + 1) + searchedRows));
      expect(total).toBeNull();
    }
    looked.rows = 0;
    await world.service.searchAlgos({ limit: 5 }, ada);
    expect(looked.rows, 'without a condition').toBeLessThanOrEqual(2 * 6);
  });

  it('looks at few records where the first ones are wanted, and at as many as the bound says where they are not', async () => {
    const { world, ada, looked } = await opened({ count: 90, bounds: { searchedRows: 14 } });
    const rowsFor = async (sort: string) => {
      looked.rows = 0;
      const { algos, next } = await world.service.searchAlgos({ role: 'owner', q: 'tri', sort, limit: 2 }, ada);
      expect(next).not.toBeNull();
      return { found: algos.length, rows: looked.rows };
    };
    const ids = 2 * 15; // of the word, and of all
    expect(await rowsFor('-nom')).toEqual({ found: 2, rows: ids + 3 });
    expect(await rowsFor('nom')).toEqual({ found: 0, rows: ids + 14 });
  });

  it('counts among the first 10,000 records of a side, and says that there may be more', async () => {
    const { world, ada } = await opened({ count: 1 });
    const { algo } = await world.service.createAlgo({ ownerId: ada.user.id, nom: 'zzz last', sourceCode: {} }, ada);
    const record = entryFor((await world.ports.algos.findById(algo.id)) ?? expect.unreachable(), ada.user.id);
    const walk: Ports['algos']['walk'] = async ({ side, limit, after }) => {
      const [from, all] = [after?.id ?? 0, side === 'owned' ? rows : 3];
      const ids = Array.from({ length: Math.min(limit, all - from) }, (_, at) => from + at + 1);
      const entries = ids.map((id) => ({ ...record, id, nom: `row ${id}` }));
      return { entries, last: from + limit < all ? { key: `row ${ids.at(-1)}`, id: ids.at(-1) ?? 0 } : null };
    };
    let rows = 10_000;
    const idsWhere: Ports['algos']['idsWhere'] = async ({ limit }) => Array.from({ length: limit }, (_, at) => at + 1);
    const { algos } = world.ports;
    const service = untyped(createService({ ...world.ports, algos: Object.assign(algos, { walk, idsWhere }) }));
    const totals = async (asked: object) => {
      const { total, isTotalLeast } = await service.searchAlgos({ ...asked, total: true }, ada);
      return [total, isTotalLeast];
    };
    expect(await totals({})).toEqual([10_003, false]);
    rows = 10_001;
    expect(await totals({})).toEqual([10_003, true]);
    expect(await totals({ role: 'owner' })).toEqual([10_000, true]);
    expect((await service.searchAlgos({}, ada)).isTotalLeast).toBe(false);
    let [turns, isOver] = [0, false];
    const work = service.searchAlgos({ q: 'absent', total: true }, ada).finally(() => {
      isOver = true;
    });
    for (; !isOver; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect((await work).total).toBe(0);
    expect(turns, 'one for each hundred names').toBeGreaterThan(90);
  });

  it('reads nothing more for the total if a condition leaves few', async () => {
    const { world, ada, looked } = await opened();
    const rowsFor = async (total: boolean) => {
      looked.rows = 0;
      const found = await world.service.searchAlgos({ q: 'tri', limit: 2, total }, ada);
      return { total: found.total, rows: looked.rows };
    };
    const { rows } = await rowsFor(false);
    expect(rows).toBeGreaterThan(2);
    expect(await rowsFor(true)).toEqual({ total: expect.any(Number), rows });
  });

  it('goes on behind a record that was deleted, and in front of one that came meanwhile', async () => {
    const { world, ada } = await opened();
    const first = await world.service.searchAlgos({ role: 'owner', limit: 3 }, ada);
    const rest = (await allPages(world, { role: 'owner', limit: 3, after: undefined }, ada)).entries.slice(3);
    for (const { id } of first.algos) await world.service.deleteAlgo({ id }, ada);
    await world.service.createAlgo({ ownerId: ada.user.id, nom: 'AAA first', sourceCode: {} }, ada);
    const second = await world.service.searchAlgos({ role: 'owner', limit: 100, after: first.next }, ada);
    expect(second.algos.map(({ id }) => id)).toEqual(rest.map(({ id }) => id));
  });

  it('has a hundred records in a page unless told', async () => {
    const { world, ada } = await opened({ count: 160 });
    const { algos, next } = await world.service.searchAlgos({}, ada);
    expect([algos.length, next]).toEqual([100, expect.any(String)]);
  });

  it('refuses more than 255 characters to search for', async () => {
    const { world, ada } = await opened({ count: 1 });
    await expect(world.service.searchAlgos({ q: 'é'.repeat(255) }, ada)).resolves.toMatchObject({ algos: [] });
    await expect(world.service.searchAlgos({ q: 'é'.repeat(256) }, ada)).rejects.toMatchObject({
      data: [{ path: '/q', rule: 'max_length' }],
    });
  });

  it.each([
    ['a text', 'no cursor'],
    ['a cursor of another order', 'WyJub20iLCJ0cmkiLDFd'],
    ['JSON that is no list', 'e30'],
    ['a list of other types', 'WyItZGF0ZUNyZWF0aW9uIiwidHJpIiwxXQ'],
    ['no base64', '%%%'],
    ['bytes that are no UTF-8', '_____w'],
    ['a huge text', 'A'.repeat(1_001)],
    ['a cursor of another order by dates', btoa('["dateCreation",1,1]')],
    ['a list that is too long', btoa('["-dateCreation",1,1,1]')],
    ['a name in an order by dates', btoa('["-dateCreation","tri",1]')],
    ['a date in an order by names', btoa('["nom",1,1]'), 'nom'],
    ['a name that is not well-formed', btoa('["nom","\\ud800",1]'), 'nom'],
    ['a name that is no UTF-8', btoa('["nom","\xff",1]'), 'nom'],
  ])('refuses %s as a position', async (_, after, sort = '-dateCreation') => {
    const { world, ada } = await opened({ count: 1 });
    await expect(world.service.searchAlgos({ sort, after }, ada)).rejects.toMatchObject({
      code: 'Responses.General.Invalid_data',
      data: [{ path: '/after' }],
    });
  });

  it('leaves damaged records out, counts them and reports the first ones', async () => {
    const { world, ada } = await opened({ count: 20 });
    const owned = (await world.service.searchAlgos({ role: 'owner' }, ada)).algos;
    for (const { id } of owned.slice(0, 8)) world.data.damage({ place: 'algos', id: String(id), field: 'nom' }, id);
    const { algos, leftOut } = await world.service.searchAlgos({ role: 'owner' }, ada);
    expect([algos.map(({ id }) => id), leftOut]).toEqual([owned.slice(8).map(({ id }) => id), 8]);
    expect(world.problems).toHaveLength(6); // five of them, and how many more
  });
});
