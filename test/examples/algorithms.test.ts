import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALGORITHMS, arbreOf } from './algorithmFiles.ts';
import { interpret } from './interpret.ts';
import type { Value } from './language.ts';

const check = <Input>(input: fc.Arbitrary<Input>, property: (input: Input) => void): void =>
  fc.assert(
    fc.property(input, (value) => {
      property(value);
    }),
    { numRuns: 100 },
  );

const EXECUTED = new Set<string>();

function executing(name: string): (donnees: Record<string, Value>) => Record<string, Value> {
  EXECUTED.add(name);
  const arbre = arbreOf(name);
  return (donnees) => interpret(arbre, donnees);
}

const numbers = fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 30, size: 'max' });
/** Two letters, so that beginnings of a word come again within it. */
const word = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('é', '😀'), minLength, maxLength, size: 'max' });

/** A square matrix of weights; about a third of the arcs are there. */
const weights = (min: number): fc.Arbitrary<number[][]> =>
  fc.integer({ min: 1, max: 6 }).chain((n) => {
    const arc = fc.oneof({ weight: 2, arbitrary: fc.constant(Infinity) }, fc.integer({ min, max: 9 }));
    const row = fc.array(arc, { minLength: n, maxLength: n });
    return fc.array(row, { minLength: n, maxLength: n });
  });

/** Permutations of 0 to n - 1, one a row, for two groups of the same size. */
const rankings = fc.integer({ min: 1, max: 6 }).chain((n) => {
  const all = Array.from({ length: n }, (_, index) => index);
  const row = fc.shuffledSubarray(all, { minLength: n, maxLength: n });
  const group = fc.array(row, { minLength: n, maxLength: n });
  return fc.tuple(group, group);
});

/** Shortest distances by Bellman and Ford: n - 1 rounds over all arcs. */
function distancesFrom(source: number, matrix: readonly (readonly number[])[]): number[] {
  const distances = matrix.map((_, index) => (index === source ? 0 : Infinity));
  for (const _ of matrix) {
    for (const [from, row] of matrix.entries()) {
      for (const [to, weight] of row.entries()) {
        distances[to] = Math.min(distances[to] ?? Infinity, (distances[from] ?? Infinity) + weight);
      }
    }
  }
  return distances;
}

describe('euclide', () => {
  const execute = executing('euclide');

  it('finds the greatest number that divides both', () => {
    check(fc.tuple(fc.nat(60), fc.nat(60)), ([a, b]) => {
      const divisors = Array.from({ length: 60 }, (_, index) => index + 1).filter((d) => a % d === 0 && b % d === 0);
      expect(execute({ a, b })).toEqual({ pgcd: a === 0 && b === 0 ? 0 : divisors.at(-1) });
    });
  });
});

describe('recherche-dichotomique', () => {
  const execute = executing('recherche-dichotomique');

  it('finds existing elements, and nothing else', () => {
    check(fc.tuple(numbers, fc.integer({ min: -20, max: 20 })), ([values, cherche]) => {
      const t = values.toSorted((a, b) => a - b);
      const position = Number(execute({ t, cherche })['position']);
      if (t.includes(cherche)) expect(t[position]).toBe(cherche);
      else expect(position).toBe(-1);
    });
  });
});

describe('tri-rapide', () => {
  const execute = executing('tri-rapide');

  it('sorts', () => {
    check(numbers, (t) => expect(execute({ t })).toEqual({ t: t.toSorted((a, b) => a - b) }));
  });
});

describe('crible-eratosthene', () => {
  const execute = executing('crible-eratosthene');

  it('finds the prime numbers', () => {
    check(fc.nat(200), (n) => {
      const isPrime = (p: number): boolean => Array.from({ length: p }, (_, d) => d).every((d) => d < 2 || p % d !== 0);
      const premiers = Array.from({ length: n + 1 }, (_, p) => p).filter((p) => p >= 2 && isPrime(p));
      expect(execute({ n })).toEqual({ premiers });
    });
  });
});

describe('dijkstra', () => {
  const execute = executing('dijkstra');

  it('finds the shortest distances, and a path of that length', () => {
    check(weights(0), (matrix) => {
      const voisins = matrix.map((row) => row.flatMap((weight, to) => (weight === Infinity ? [] : [to])));
      const poids = matrix.map((row) => row.filter((weight) => weight !== Infinity));
      const { distance, precedent } = execute({ voisins, poids, source: 0 });
      const expected = distancesFrom(0, matrix);
      expect(distance).toEqual(expected);
      for (const [vertex, before] of Object.entries(precedent ?? [])) {
        const to = Number(vertex);
        const from = Number(before);
        if (from === -1) expect([0, Infinity]).toContain(expected[to]);
        else expect((expected[from] ?? NaN) + (matrix[from]?.[to] ?? NaN)).toBe(expected[to]);
      }
    });
  });
});

describe('floyd-warshall', () => {
  const execute = executing('floyd-warshall');

  it('finds all the shortest distances, and the first step of each path', () => {
    check(weights(0), (poids) => {
      const { distance, suivant, circuitNegatif } = execute({ poids });
      const expected = poids.map((_, from) => distancesFrom(from, poids));
      expect(distance).toEqual(expected);
      expect(circuitNegatif).toBe(false);
      // as the tree's dictionary says: an array of arrays of numbers
      for (const [from, row] of (suivant as number[][]).entries()) {
        for (const [to, next] of row.entries()) {
          if (next === -1) expect([0, Infinity]).toContain(expected[from]?.[to]);
          else expect((poids[from]?.[next] ?? NaN) + (expected[next]?.[to] ?? NaN)).toBe(expected[from]?.[to]);
        }
      }
    });
  });

  it('accepts negative edges, and reports a negative cycle', () => {
    check(weights(-4), (poids) => {
      const oneRoundMore = poids.map((_, from) => {
        const distances = distancesFrom(from, poids);
        return poids.some((row, i) => row.some((weight, j) => (distances[i] ?? NaN) + weight < (distances[j] ?? NaN)));
      });
      const { distance, circuitNegatif } = execute({ poids });
      expect(circuitNegatif).toBe(oneRoundMore.includes(true));
      if (circuitNegatif === false) expect(distance).toEqual(poids.map((_, from) => distancesFrom(from, poids)));
    });
  });
});

describe('gale-shapley', () => {
  const execute = executing('gale-shapley');

  it('finds a stable matching', () => {
    check(rankings, ([prefDemandeurs, prefReceveurs]) => {
      const { receveurDe, demandeurDe } = execute({ prefDemandeurs, prefReceveurs });
      const partners = receveurDe as number[]; // as the tree's dictionary says
      expect(partners.map((r) => (demandeurDe as number[])[r])).toEqual(partners.map((_, d) => d));
      for (const [d, liked] of prefDemandeurs.entries()) {
        for (const r of liked.slice(0, liked.indexOf(partners[d] ?? -1))) {
          const ranking = prefReceveurs[r] ?? [];
          expect(ranking.indexOf(partners.indexOf(r))).toBeLessThan(ranking.indexOf(d));
        }
      }
    });
  });

  it('is optimal for the proposing side', () => {
    const opposed = {
      prefDemandeurs: [
        [0, 1],
        [1, 0],
      ],
      prefReceveurs: [
        [1, 0],
        [0, 1],
      ],
    };
    expect(execute(opposed)).toEqual({ receveurDe: [0, 1], demandeurDe: [0, 1] });
  });
});

describe('kmp', () => {
  const execute = executing('kmp');

  it('finds every occurrence, overlapping ones too', () => {
    check(fc.tuple(word(0, 40), word(1, 5)), ([texte, motif]) => {
      const characters = Array.from(texte);
      const { length } = Array.from(motif);
      const positions = characters.flatMap((_, at) =>
        characters.slice(at, at + length).join('') === motif ? [at] : [],
      );
      expect(execute({ texte, motif })).toEqual({ positions });
    });
  });
});

describe('distance-edition', () => {
  const execute = executing('distance-edition');

  const distanceOf = ([a, ...restA]: string[], [b, ...restB]: string[]): number => {
    if (a === undefined) return b === undefined ? 0 : 1 + restB.length;
    if (b === undefined) return 1 + restA.length;
    if (a === b) return distanceOf(restA, restB);
    return 1 + Math.min(distanceOf(restA, [b, ...restB]), distanceOf([a, ...restA], restB), distanceOf(restA, restB));
  };

  it('counts the smallest number of changes', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 5 });
    check(fc.tuple(short, short), ([depart, arrivee]) => {
      expect(execute({ depart, arrivee })).toEqual({ distance: distanceOf(Array.from(depart), Array.from(arrivee)) });
    });
  });

  it('gives the changes from « niche » to « chiens »', () => {
    expect(execute({ depart: 'niche', arrivee: 'chiens' })).toEqual({ distance: 5 });
  });
});

describe('tri-topologique', () => {
  const execute = executing('tri-topologique');

  const graph = weights(0).map((matrix) => matrix.map((row) => row.flatMap((w, to) => (w === Infinity ? [] : [to]))));

  it('puts each task after those that it needs, or reports a cycle', () => {
    check(graph, (successeurs) => {
      const { ordre, circuit } = execute({ successeurs });
      const order = ordre as number[]; // as the tree's dictionary says
      const isInCircuit = successeurs.some((_, task) => reach(successeurs, task).has(task));
      expect(circuit).toBe(isInCircuit);
      if (!isInCircuit) expect(order.toSorted((a, b) => a - b)).toEqual(successeurs.map((_, task) => task));
      for (const [rank, task] of order.entries()) {
        for (const later of successeurs[task] ?? []) expect(order.slice(0, rank + 1)).not.toContain(later);
      }
    });
  });
});

/** The tasks that need `task`, directly or not. */
function reach(successors: readonly (readonly number[])[], task: number): Set<number> {
  const found = new Set(successors[task]);
  for (const one of found) for (const next of successors[one] ?? []) found.add(next);
  return found;
}

it('every example is run', () => {
  expect([...EXECUTED].toSorted()).toEqual(ALGORITHMS);
});
