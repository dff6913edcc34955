import * as v from 'valibot';
import { isObject } from './inputs/input.ts';

/** How much a service holds in memory and does at one time. Integers; nobody but a test needs other ones than the defaults. */
export interface Bounds {
  /** Works of one kind that answers do not wait for, at one time: at the bound an answer waits for its work. Default: 64. */
  readonly backgroundWorks: number;
  /** Tries of a commit, when commits of other servers come first; then the change is refused as unavailable. At least 1. Default: 20. */
  readonly commitTries: number;
  /** Bytes of contents that are kept for reads. Default: 16 MiB. */
  readonly cachedBytes: number;
  /** Owners whose usage is remembered. Default: 10,000, about 1 MB. */
  readonly rememberedOwners: number;
  /** Sessions whose user is remembered. Default: 10,000, about 2 MB. */
  readonly rememberedSessions: number;
  /** Refusals by limits that are remembered, so that each is recorded once. Default: 10,000, about 1 MB. */
  readonly rememberedRefusals: number;
  /** Records that a deletion or ResumeWork reads at once. At least 1. Default: 100. */
  readonly batch: number;
}

export const DEFAULT_BOUNDS: Bounds = {
  backgroundWorks: 64,
  commitTries: 20,
  cachedBytes: 16 * 1_024 * 1_024,
  rememberedOwners: 10_000,
  rememberedSessions: 10_000,
  rememberedRefusals: 10_000,
  batch: 100,
};

const atLeast = (least: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least));

const schema = v.strictObject({
  backgroundWorks: atLeast(0),
  commitTries: atLeast(1),
  cachedBytes: atLeast(0),
  rememberedOwners: atLeast(0),
  rememberedSessions: atLeast(0),
  rememberedRefusals: atLeast(0),
  batch: atLeast(1),
}) satisfies v.GenericSchema<Bounds>;

/**
 * The defaults, overridden by what is given.
 * @throws RangeError that names the bound that is unknown or no such integer; TypeError if the bounds are no object
 */
export function completeBounds(given: Partial<Bounds> = {}): Bounds {
  if (!isObject(given)) throw new TypeError('The option bounds must be an object');
  const bounds = { ...DEFAULT_BOUNDS, ...given };
  const { issues = [] } = v.safeParse(schema, bounds);
  const wrong = issues.map(({ path }) => String(path?.[0]?.key));
  if (wrong.length > 0) throw new RangeError(`The bounds cannot have this: ${wrong.join(', ')}`);
  return bounds;
}
