import fc from 'fast-check';

const AT_ONCE = 1_000;
const NUMBER = fc.nat(2 ** 31 - 1);

/** A random whole number from 0 to below the bound. */
export type Draw = (bound: number) => number;

/** The numbers depend on the seed and on the order of the calls alone. */
export function draws(seed: number): Draw {
  let [left, times] = [[] as number[], 0];
  return (bound) => {
    if (left.length === 0) {
      left = fc.sample(NUMBER, { seed: seed + 1_000_003 * times, numRuns: AT_ONCE });
      times += 1;
    }
    return (left.pop() ?? 0) % bound;
  };
}
