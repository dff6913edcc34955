interface GroupRow {
  readonly prefix: string;
  /** Whether its bodies have the status: `{ status, message, data? }`, else `{ message, data? }`. */
  readonly saysStatus: boolean;
}

/** A new group is a row here, and rows in the table of routes. */
export const GROUPS = {
  users: { prefix: '/api/users', saysStatus: false },
  algos: { prefix: '/api/algos', saysStatus: true },
  folders: { prefix: '/api/folders', saysStatus: true },
  admin: { prefix: '/api/admin', saysStatus: true },
} as const satisfies Readonly<Record<string, GroupRow>>;

export type Prefixed = keyof typeof GROUPS;
/** `root` is everything else: the probes, and paths without a route. */
export type Group = Prefixed | 'root';

export type Prefixes = Readonly<Record<Prefixed, string>>;

export const GROUP_NAMES = Object.keys(GROUPS) as Prefixed[]; // `Object.keys` returns names of type string

export const DEFAULT_PREFIXES = Object.fromEntries(GROUP_NAMES.map((name) => [name, GROUPS[name].prefix])) as Prefixes; // one each

export const prefixOf = (group: Group, prefixes: Prefixes): string => (group === 'root' ? '' : prefixes[group]);

/** If several match, the group with the longest prefix. */
export function groupFinder(prefixes: Prefixes): (path: string) => Group {
  const longestFirst = [...GROUP_NAMES].sort((a, b) => prefixes[b].length - prefixes[a].length);
  return (path) => longestFirst.find((name) => isBelow(path, prefixes[name])) ?? 'root';
}

const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

export const saysStatus = (group: Group): boolean => group === 'root' || GROUPS[group].saysStatus;
