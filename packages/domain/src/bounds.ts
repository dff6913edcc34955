import { isObject } from './input.ts';

interface Bound {
  readonly default: number;
  /** The least that it can be: 1 where 0 would mean that nothing is done. */
  readonly least: 0 | 1;
}

type BoundTable<Name extends string> = Readonly<Record<Name, Bound>>;

type BoundsOf<Table> = { readonly [Name in keyof Table]: number };

/** How much a service holds in memory, and what its clients do at one time: an embedder may set it. */
export const SERVICE_BOUNDS = {
  /** Bytes of contents that are kept for reads, and for changes, which keep the former one. Default: 32 MiB. */
  cachedBytes: { default: 32 * 1_024 * 1_024, least: 0 },
  /** Bytes of trees of folders that are kept by their version. Default: 8 MiB. */
  cachedTreeBytes: { default: 8 * 1_024 * 1_024, least: 0 },
  /** Sessions whose user is remembered. Default: 10,000, about 2 MB. */
  rememberedSessions: { default: 10_000, least: 0 },
  /** Exports at one time; a client that reads slowly takes long. Default: 100, each with at most 1.5 MB beside its index. */
  exports: { default: 100, least: 1 },
  /** Exports of one user at one time. Default: 2. */
  exportsOfUser: { default: 2, least: 1 },
  /** Exports of one client address (IPv6: /56) at one time. Default: 20, most of a class. */
  exportsOfAddress: { default: 20, least: 1 },
  /** Imports at one time. Default: 16. */
  imports: { default: 16, least: 1 },
  /** Events in the store: those that were stored first go first. Default: 1,000,000, about 300 MB on SQLite. */
  events: { default: 1_000_000, least: 0 },
} satisfies BoundTable<string>;

/** The size of a step, or of a list that nobody sees. Only tests set others. */
export const INNER_BOUNDS = {
  /** Tries of a commit, when commits of other servers come first; then the change is refused as unavailable. Default: 20. */
  commitTries: { default: 20, least: 1 },
  /** Refusals by limits that are remembered, so that each is recorded once. Default: 10,000, about 1 MB. */
  rememberedRefusals: { default: 10_000, least: 0 },
  /** Records that a deletion or resumeWork reads at once, and events that are stored at once. Default: 100. */
  batch: { default: 100, least: 1 },
  /** Records on which one answer gives a user what waits for the address of an invitation. Default: 100. */
  acceptedShares: { default: 100, least: 1 },
  /** Records of a side that a search with conditions looks at for one page. Default: 1,000, read in a few milliseconds. */
  searchedRows: { default: 1_000, least: 1 },
} satisfies BoundTable<string>;

export const ALL_BOUNDS = { ...SERVICE_BOUNDS, ...INNER_BOUNDS };

export type ServiceBounds = BoundsOf<typeof SERVICE_BOUNDS>;

export type Bounds = BoundsOf<typeof ALL_BOUNDS>;

/**
 * The defaults of the table, overridden by what is given.
 * @throws RangeError that names the bounds that are unknown, no integer, or too low; TypeError if the bounds are no object
 */
export function completeBounds<Name extends string>(
  table: BoundTable<Name>,
  given?: Readonly<Partial<Record<Name, number>>>,
): Readonly<Record<Name, number>> {
  if (given !== undefined && !isObject(given)) throw new TypeError('The option bounds must be an object');
  const known = new Map(Object.entries<Bound>(table));
  const isWrong = ([name, value]: [string, unknown]): boolean =>
    !Number.isSafeInteger(value) || Number(value) < (known.get(name)?.least ?? Infinity);
  const wrong = Object.entries<unknown>({ ...given }).filter(isWrong);
  if (wrong.length > 0) throw new RangeError(`The bounds cannot have this: ${wrong.map(([name]) => name).join(', ')}`);
  const defaults = [...known].map(([name, bound]) => [name, bound.default]);
  return { ...Object.fromEntries(defaults), ...given } as Record<Name, number>; // the table has every name
}
