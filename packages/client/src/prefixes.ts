/** Where the groups of routes are mounted. Default: `/api/users`, `/api/algos`, `/api/folders`. */
export interface Prefixes {
  readonly users?: string;
  readonly algos?: string;
  readonly folders?: string;
}

/** The path of a route whose group is mounted elsewhere. */
export function mounted(path: string, prefixes: Prefixes): string {
  return path.replace(/^\/api\/(users|algos|folders)/, (whole, group: keyof Prefixes) => prefixes[group] ?? whole);
}
