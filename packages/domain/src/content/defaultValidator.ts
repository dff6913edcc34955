import { InexactNumber } from '../parseJson.ts';
import { type AlgoValidator, type SourceIssue, SourceText, type ValidationResult } from './sourceText.ts';

export interface SourceBounds {
  /** UTF-8 bytes of the compact form. Default: 512 KiB. */
  readonly maxBytes: number;
  /** Nesting of containers; the root is 1. Default: 64. */
  readonly maxDepth: number;
  /** Containers and scalars together. Default: 50,000. */
  readonly maxValues: number;
}

/** What `defaultValidator` allows unless told otherwise. */
export const DEFAULT_SOURCE_BOUNDS: SourceBounds = { maxBytes: 524_288, maxDepth: 64, maxValues: 50_000 };

/** Accepts any JSON object or array within the bounds. Names the first problem. Does not see what JSON.stringify leaves out, as symbols. */
export function defaultValidator(bounds: SourceBounds = DEFAULT_SOURCE_BOUNDS): AlgoValidator {
  return (sourceCode) => {
    if (!isContainer(sourceCode)) return refuse(issue([], 'type', 'is neither an object nor an array'));
    const found = firstIssue(sourceCode, bounds);
    if (typeof found !== 'number') return refuse(found);
    if (found <= bounds.maxBytes) return { success: true }; // most are far below, so they need not be serialised to be measured
    return SourceText.of(sourceCode).size > bounds.maxBytes ? refuse(tooLarge(bounds)) : { success: true };
  };
}

const refuse = (found: SourceIssue): ValidationResult => ({ success: false, issues: [found] });

const tooLarge = ({ maxBytes }: SourceBounds): SourceIssue =>
  issue([], 'max_bytes', `is larger than ${maxBytes} bytes`);

interface Level {
  readonly container: Readonly<Record<string | number, unknown>>;
  /** The names of its members; null for an array. */
  readonly names: readonly string[] | null;
  readonly size: number;
  next: number;
}

// The most bytes in JSON: 6 for a unit of text (`\u0000`); for a value, 24 of a number, the comma, and the quotes and colon of its key.
const BYTES_PER_UNIT = 6;
const BYTES_PER_VALUE = 28;

function firstIssue(root: object, bounds: SourceBounds): SourceIssue | number {
  const levels: Level[] = [];
  let value: unknown = root;
  let values = 1;
  let units = 0;
  for (;;) {
    const found = issueOrLevel(value, levels, bounds);
    if (found !== null) {
      if ('rule' in found) return found;
      values += found.size;
      if (values > bounds.maxValues) return issue([], 'max_values', `holds more than ${bounds.maxValues} values`);
      levels.push(found);
    } else if (typeof value === 'string') units += value.length;
    // A lower bound of the bytes of the text. An embedder's few strings, each used often, could need more than the memory.
    if (units > bounds.maxBytes) return tooLarge(bounds);
    const level = unfinished(levels);
    if (level === undefined) return units * BYTES_PER_UNIT + values * BYTES_PER_VALUE;
    const key = level.names?.[level.next] ?? level.next;
    level.next += 1;
    value = level.container[key];
    if (typeof key === 'string') units += key.length;
  }
}

function unfinished(levels: Level[]): Level | undefined {
  let level = levels.at(-1);
  while (level !== undefined && level.next === level.size) {
    levels.pop();
    level = levels.at(-1);
  }
  return level;
}

function issueOrLevel(
  value: unknown,
  levels: readonly Level[],
  { maxDepth }: SourceBounds,
): SourceIssue | Level | null {
  if (lastKey(levels.at(-1)) === '__proto__') return issue(levels, 'forbidden_key', 'is a key that is not allowed');
  if (value instanceof InexactNumber || (typeof value === 'number' && !isKept(value))) {
    return issue(levels, 'number', 'is a number that would not be kept exactly');
  }
  if (!isContainer(value)) return isScalar(value) ? null : issue(levels, 'type', 'is no JSON value');
  if (levels.length >= maxDepth) return issue(levels, 'max_depth', `is nested deeper than ${maxDepth}`);
  return levelOf(value);
}

function levelOf(container: object): Level {
  const values = container as Level['container']; // only names and numbers are used as keys
  if (Array.isArray(container)) return { container: values, names: null, size: container.length, next: 0 };
  const names = Object.keys(container);
  return { container: values, names, size: names.length, next: 0 };
}

// JSON has no NaN and no infinities, and writes -0 as 0.
const isKept = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** An array, or an object as JSON.parse makes it: an embedder's Date or Map would not come back as it was. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || ('toJSON' in value && typeof value.toJSON === 'function'))
    return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

const lastKey = (level: Level | undefined): string | number | undefined =>
  level === undefined ? undefined : (level.names?.[level.next - 1] ?? level.next - 1);

function issue(levels: readonly Level[], rule: string, message: string): SourceIssue {
  const keys = levels.map((level) => String(lastKey(level)).replaceAll('~', '~0').replaceAll('/', '~1'));
  return { path: keys.map((key) => `/${key}`).join(''), rule, message };
}
