/** Where the groups of routes are mounted. Default: `/api/users`, `/api/algos`. */
export interface Prefixes {
  readonly users?: string;
  readonly algos?: string;
}

/** The path of a route whose group is mounted elsewhere. */
export function mounted(path: string, prefixes: Prefixes): string {
  return path.replace(/^\/api\/(users|algos)/, (whole, group: keyof Prefixes) => prefixes[group] ?? whole);
}
