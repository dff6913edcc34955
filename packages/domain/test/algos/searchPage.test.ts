import { describe, expect, it } from 'vitest';
import type { AlgoPosition, AlgoSearch, ConditionQuery } from '../../src/algos/algoSearch.ts';
import { type SearchConditions, searchPage } from '../../src/algos/searchPage.ts';
import { memoryAlgoRepository } from '../../testkit/memory/index.ts';
import { newAlgo, newGrant } from '../../testkit/suites/samples.ts';

const SEARCHED_ROWS = 4;
const ADA = 1;
const WANTED = { userId: ADA, sides: ['owned'], words: [], order: { by: 'nom', descending: false } } as const;

/** A search of what Ada owns, and what it asked the store for. */
async function searched(names: readonly string[], wanted: Partial<SearchConditions>, limit = 10) {
  const algos = memoryAlgoRepository();
  for (const nom of names) {
    const id = await algos.nextId();
    await algos.insert({ ...newAlgo(id, { nom, ownerId: ADA }), id });
  }
  const asked: Omit<ConditionQuery, 'userId' | 'limit'>[] = [];
  const calls: string[] = [];
  const noted: AlgoSearch = {
    walk(...given) {
      calls.push('walk');
      return algos.walk(...given);
    },
    entriesOf(...given) {
      calls.push('entriesOf');
      return algos.entriesOf(...given);
    },
    countByFolder: (userId) => algos.countByFolder(userId),
    idsWhere(query) {
      calls.push('idsWhere');
      asked.push({ side: query.side, where: query.where });
      return algos.idsWhere(query);
    },
  };
  const reading = { algos: noted, searchedRows: SEARCHED_ROWS, onDamaged: () => {} };
  const { entries, next } = await searchPage(reading, { ...WANTED, ...wanted }, { after: undefined, limit });
  return { asked, calls, next, names: entries.map(({ nom }) => nom) };
}

describe('a page of a search', () => {
  it('looks up the three longest words, the folder and the date of own algorithms', async () => {
    const { asked } = await searched([], { words: ['a', 'dddd', 'bb', 'ccc'], dossierId: 7, modifiedSince: 5 });
    expect(asked.map(({ where }) => where)).toEqual([
      { word: 'dddd' },
      { word: 'ccc' },
      { word: 'bb' },
      { dossierId: 7 },
      { modifiedSince: 5 },
      { all: true },
    ]);
  });

  it.each([
    [{ words: ['tri'], dossierId: null }, []],
    [{ words: ['tri'], dossierId: 7, modifiedSince: 5 }, [{ dossierId: 7 }, { modifiedSince: 5 }]],
  ])('looks up only what has an index for algorithms of others: %j', async (wanted, conditions) => {
    const { asked } = await searched([], { ...wanted, sides: ['shared'] });
    expect(asked.map(({ side, where }) => [side, where])).toEqual(
      [...conditions, { all: true }].map((where) => ['shared', where]),
    );
  });

  it('reads what one condition leaves, up to the bound, and walks beyond it', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `Pile ${at}`);
    const few = await searched([...many, 'Tri 1', 'Tri 2', 'Tri 3', 'Tri 4'], { words: ['tri', 't'] });
    expect(few.calls).toEqual(['idsWhere', 'idsWhere', 'idsWhere', 'entriesOf']);
    expect(few.names).toEqual(['Tri 1', 'Tri 2', 'Tri 3', 'Tri 4']);
    const more = await searched([...many, 'Tri 1', 'Tri 2', 'Tri 3', 'Tri 4', 'Tri 5'], { words: ['tri'] });
    expect(more.calls).toEqual(['idsWhere', 'idsWhere', 'walk']);
    const least = await searched([...many, 'Tas tri'], { words: ['pile', 'tas'] });
    expect(least.calls.at(-1)).toBe('entriesOf');
  });

  it('looks nothing up without a condition', async () => {
    expect((await searched(['Tri'], {})).calls).toEqual(['walk']);
  });

  it('ends where the side ends that was walked less far, so that the next page has the rest', async () => {
    const algos = memoryAlgoRepository();
    for (const [nom, ownerId] of [...'abcdef', ...'mnopqr'].map(
      (name) => [`Tri ${name}`, name < 'm' ? 2 : ADA] as const,
    )) {
      const id = await algos.nextId();
      const permsAlgorithme = ownerId === ADA ? [] : [newGrant(ADA)];
      await algos.insert({ ...newAlgo(id, { nom, ownerId, permsAlgorithme }), id });
    }
    const reading = { algos, searchedRows: SEARCHED_ROWS, onDamaged: () => {} };
    const wanted = { ...WANTED, sides: ['owned', 'shared'], words: ['tri'] } as const;
    const pages: string[] = [];
    for (let after: AlgoPosition | null | undefined; after !== null; ) {
      const page = await searchPage(reading, wanted, { after, limit: 20 });
      pages.push(page.entries.map(({ nom }) => nom.slice(-1)).join(''));
      after = page.next;
    }
    expect(pages).toEqual(['abcd', 'efmnop', 'qr']);
  });

  it('is the last one when it has as many as it may', async () => {
    for (const wanted of [{}, { words: ['tri'] }]) {
      const { next } = await searched(['Tri 1', 'Tri 2'], wanted, 2);
      expect(next).toBeNull();
    }
  });
});
