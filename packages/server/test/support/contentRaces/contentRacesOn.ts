import { ALL_BOUNDS, type Bounds } from '@algotheque/testing/worlds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdapterSet } from '../adapterSets/adapterSet.ts';
import { LEVELS } from '../adapterSets/bounds.ts';
import { memorySet } from '../adapterSets/memorySet.ts';
import { type SetStage, stageOn } from '../faultModel/stageOn.ts';
import type { State } from '../faultModel/state.ts';
import { testRuns } from '../testRuns.ts';
import { GROUPS, type OperationName } from './operations.ts';
import { inTurn, type Outcome, type Race, within } from './race.ts';

/** More than the long variants take on any store. */
const LONG_MS = 86_400_000;
const BUSY = 'General.Unavailable';
const SECOND = 'General.Too_many_requests';

/** Of these a user has one at one time, or as many as a bound says. */
const TRANSFERS: readonly OperationName[] = ['import by Bob', 'export by Bob'];

/**
 * How many of the cases are tried: all, or for each call one of bounds and endings, at one of `every` calls. `half`: of the pairs of
 * operations only the even or the odd ones, where another store has the others. Default: all pairs.
 */
type Sample = 'all' | { readonly every: number; readonly half?: 'even' | 'odd' };

/** After so many further calls at most the process dies: more than the steps after the commits make. */
const MOST_BEFORE_DEATH = 12;

const [DEFAULTS] = LEVELS;

/** What can differ beside the two operations and the call. */
const VARIANTS = LEVELS.flatMap((bounds) => [false, true].map((dies) => ({ bounds, dies })));

/**
 * Runs every operation on an algorithm within every other one, before each call to a port. What the clients get and what is
 * stored in the end must be that of one order of the two, in memory: no store may differ. When the process dies there, an acknowledged
 * operation is whole, and any other one is whole or did not happen. The bounds are the defaults, and each as low as it goes. With
 * ALGOTHEQUE_TEST_RUNS all cases are tried.
 */
export function contentRacesOn(name: string, openSet: () => Promise<AdapterSet>, given: Sample): void {
  const sample = testRuns() === null ? given : 'all';
  const timeout = testRuns() === null ? 300_000 : LONG_MS;
  describe(`two operations on one algorithm, on ${name}`, () => {
    let set: AdapterSet | undefined;
    let stage: SetStage | undefined;
    let inMemory: SetStage | undefined;
    const known = new Map<string, Promise<Outcome>>();
    beforeAll(async () => {
      set = await openSet();
      stage = await stageOn(set);
      inMemory = await stageOn(memorySet());
    });
    afterAll(() => set?.remove());

    const tests = Object.entries(GROUPS).flatMap(([what, names]) => names.map((one) => ({ what, one, names })));
    it.each(tests)('$one on $what, and another one within it', { timeout }, async ({ one, names }) => {
      if (stage === undefined || inMemory === undefined) throw new Error('the stage is not there');
      const wrong: string[] = [];
      let tried = 0;
      for (const [at, other] of names.entries()) {
        if (!isInSample(sample, names.indexOf(one) + at)) continue;
        const pair = { stage, one, other };
        for (const { number, bounds, diesAfter } of cases(sample, at)) {
          const found = await within({ ...pair, bounds }, number, diesAfter);
          if (found === null) break;
          tried += 1;
          const orders = await ordersOf({ ...pair, stage: inMemory, bounds: DEFAULTS }, known);
          const { isDead } = found;
          const right = isDead ? orders.afterDeath(found.outcome) : orders.answered(bounds);
          const text = isDead ? found.outcome.state : textOf(found.outcome);
          if (!right.map(alike(pair)).includes(alike(pair)(text))) {
            const ending = isDead ? `, death ${diesAfter} calls later` : '';
            const place = `${other} before ${found.call} of ${one}${ending}, ${JSON.stringify(bounds)}`;
            wrong.push(`${place}: ${text}; not ${right.join(' or ')}`);
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(tried).toBeGreaterThan(0);
    });
  });
}

const isInSample = (sample: Sample, pair: number): boolean =>
  sample === 'all' || sample.half === undefined || (sample.half === 'even') === (pair % 2 === 0);

/** The calls from the first on, without end. @param at varies the sample */
function* cases(sample: Sample, at: number) {
  const every = sample === 'all' ? 1 : sample.every;
  // Of half of the pairs each second one is there, and of a short operation only the first calls.
  const first = sample !== 'all' && sample.half !== undefined ? Math.floor(at / 2) : at;
  for (let number = first % every; ; number += every) {
    for (const [index, variant] of VARIANTS.entries()) {
      if (sample !== 'all' && index !== (number + at) % VARIANTS.length) continue;
      const { bounds, dies } = variant;
      yield { number, bounds, diesAfter: dies ? (number * VARIANTS.length + at + index) % MOST_BEFORE_DEATH : null };
    }
  }
}

const textOf = ({ results, state }: Outcome): string => `${results.join(', ')}: ${state}`;

/**
 * Without what may differ: how a user who is being deleted is refused; folders in the bin, which are those of the moment in which the
 * deletion read the record; places in folders that are gone, or of deleted users, which have no effect; the version at which a content was
 * replaced; and versions of records, if a right is given without effect and withdrawn, or if the process died after some of three updates.
 */
function alike({ one, other }: Pick<Race, 'one' | 'other'>) {
  const names = [one, other];
  const has = (...some: readonly OperationName[]): boolean => some.some((name) => names.includes(name));
  const isVersionOpen =
    has('three updates at once') ||
    (has('share', 'share by a change', 'share what came back') && has('delete Ada', 'delete Bob', 'leave Bob'));
  const isHistoryOpen = has('three updates at once');
  const gone = has('delete Ada')
    ? /General\.Unauthorized|Folder\.Not_found/g
    : /General\.Unauthorized|User\.Not_found/g;
  return (text: string): string => {
    const start = text.indexOf('{');
    const state = JSON.parse(text.slice(start)) as State; // of textOf
    const bin = state.bin.map((row) => row.replaceAll(PLACE, '')).map(isVersionOpen ? withoutVersion : same);
    const versions = state.versions.filter((row) => !isLeft(row)).map((row) => row.replace(/\d+ of /, 'of '));
    const isThere = (id: string, owner: string): boolean =>
      state.folders.some((row) => row.startsWith(`${id} `) && row.endsWith(` ${owner}`));
    const algos = state.algos
      .map((row) => row.replaceAll(PLACE, (found, id, owner) => (isThere(id, owner) ? found : '')))
      .map(isVersionOpen ? withoutVersion : same);
    const open = { algos, bin, versions: isHistoryOpen ? [] : versions };
    return text.slice(0, start).replaceAll(gone, 'Algo.Not_found') + JSON.stringify({ ...state, ...open });
  };
}

const PLACE = / in (\d+) of (\S+)/g;
const same = (row: string): string => row;
const withoutVersion = (row: string): string => row.replace(/ \d+ /, ' ');
/** What a crash has left of a removal from the bin: it ends by its date. */
const isLeft = (row: string): boolean => row.endsWith(' of nothing');

/** The outcomes that are right, by those of one operation after the other. */
async function ordersOf(race: Race, known: Map<string, Promise<Outcome>>) {
  const run = (...names: readonly OperationName[]): Promise<Outcome> => {
    const key = names.join(', ');
    const outcome = known.get(key) ?? inTurn(race, names);
    known.set(key, outcome);
    return outcome;
  };
  const { one, other } = race;
  const [neither, oneOnly, otherOnly] = [await run(), await run(one), await run(other)];
  const [oneFirst, otherFirst] = [await run(one, other), await run(other, one)];
  const both = [oneFirst, { ...otherFirst, results: otherFirst.results.toReversed() }];
  // With few tries of a commit one may be refused: then it has done nothing, or what the next pass finishes.
  const refused = [
    ...[otherOnly, ...both].map(({ state }) => ({ results: [BUSY, 'done'], state })),
    ...[oneOnly, ...both].map(({ state }) => ({ results: ['done', BUSY], state })),
  ];
  const twice =
    one === other && TRANSFERS.includes(one)
      ? [['done', SECOND] as const, [SECOND, 'done'] as const].map((results) => ({ ...oneOnly, results }))
      : [];
  // An import that was halted for minutes has perhaps lost its turn to another one.
  const halted = one === 'import by Bob' && other === 'resume' ? [{ ...otherOnly, results: [BUSY, 'done'] }] : [];
  return {
    answered: ({ commitTries }: Bounds) => {
      const anyway = [...both, ...twice, ...halted];
      return (commitTries === ALL_BOUNDS.commitTries.default ? anyway : [...anyway, ...refused]).map(textOf);
    },
    /** The states that fit to the answers which came before the process died. */
    afterDeath({ results: [first, second] }: Outcome): readonly string[] {
      const possible = [...(first === 'done' || second === 'done' ? [] : [neither]), ...both];
      if (second !== 'done') possible.push(oneOnly);
      if (first !== 'done') possible.push(otherOnly);
      return possible.map(({ state }) => state);
    },
  };
}
