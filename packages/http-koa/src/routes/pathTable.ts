/** What a path leads to, and the values of the parameters in it. */
export interface PathMatch<Target> {
  readonly pattern: string;
  readonly target: Target;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern<Target> {
  readonly pattern: string;
  readonly target: Target;
  /** Literal segments, and parameters, which begin with a colon. */
  readonly segments: readonly string[];
}

/**
 * Finds the target of a path by patterns such as `/users/:id`. A literal segment is compared exactly; a parameter is any
 * segment that is not empty. A path may end with a slash. Of several patterns that match, the one with the fewest parameters wins.
 */
export class PathTable<Target> {
  /** Patterns without parameters, by path. */
  readonly #literal = new Map<string, PathMatch<Target>>();
  /** All others, by the number of their segments; those with few parameters first. */
  readonly #patterns = new Map<number, Pattern<Target>[]>();

  constructor(targets: Iterable<readonly [pattern: string, target: Target]>) {
    const patterns = [...targets].map(([pattern, target]) => ({ pattern, target, segments: pattern.split('/') }));
    for (const one of patterns.sort((a, b) => paramsIn(a) - paramsIn(b))) {
      const { pattern, target, segments } = one;
      if (paramsIn(one) === 0) this.#literal.set(pattern, { pattern, target, params: {} });
      else this.#patterns.set(segments.length, [...(this.#patterns.get(segments.length) ?? []), one]);
    }
  }

  /** Null for a path that leads nowhere. */
  find(path: string): PathMatch<Target> | null {
    const bare = path.endsWith('/') ? path.slice(0, -1) : path;
    const literal = this.#literal.get(bare);
    if (literal !== undefined) return literal;
    const segments = bare.split('/', MOST_SEGMENTS);
    const found = this.#patterns.get(segments.length)?.find((pattern) => isMatch(pattern, segments));
    if (found === undefined) return null;
    return { pattern: found.pattern, target: found.target, params: paramsOf(found, segments) };
  }
}

/** More than any pattern has: a path of 100,000 slashes is not split completely. */
const MOST_SEGMENTS = 64;

const isParam = (segment: string): boolean => segment.startsWith(':');

const paramsIn = ({ segments }: Pattern<unknown>): number => segments.filter(isParam).length;

const isMatch = ({ segments }: Pattern<unknown>, given: readonly string[]): boolean =>
  segments.every((segment, index) => (isParam(segment) ? given[index] !== '' : given[index] === segment));

function paramsOf({ segments }: Pattern<unknown>, given: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    if (isParam(segment)) params[segment.slice(1)] = decoded(given[index] ?? '');
  }
  return params;
}

/** Without its percent-encoding; unchanged if that is malformed. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
