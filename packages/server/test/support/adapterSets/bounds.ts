import { ALL_BOUNDS, type Bounds, completeBounds } from '@algotheque/testing/worlds';

const DEFAULTS = completeBounds(ALL_BOUNDS);

function lowered(value: number): Bounds {
  const low = Object.entries(ALL_BOUNDS).map(([name, { least }]) => [name, Math.max(least, value)]);
  return { ...DEFAULTS, ...Object.fromEntries(low) };
}

/**
 * The defaults; then every bound of the service as 0, or the least that it can be, as 1 and as 2: what happens at a bound happens all the
 * time then.
 */
export const LEVELS: readonly [Bounds, ...(readonly Bounds[])] = [DEFAULTS, ...[0, 1, 2].map(lowered)];

/** The levels in turn, for models that begin many processes. */
export function levelsInTurn(): () => Bounds {
  let turn = -1;
  return () => {
    turn = (turn + 1) % LEVELS.length;
    return LEVELS[turn] ?? DEFAULTS;
  };
}
