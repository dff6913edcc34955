import type { AlgoValidator, SourceIssue, ValidationResult } from '../ports/algoValidator.ts';
import { InexactNumber } from './json.ts';
import { SourceText } from './sourceText.ts';

/** What the default validator bounds. */
export interface SourceBounds {
  /** UTF-8 bytes of the compact form. Default: 512 KiB. */
  readonly maxBytes: number;
  /** Nesting of containers; the root is 1. Default: 64. */
  readonly maxDepth: number;
  /** Containers and scalars together. Default: 50,000. */
  readonly maxValues: number;
}

export const DEFAULT_SOURCE_BOUNDS: SourceBounds = { maxBytes: 524_288, maxDepth: 64, maxValues: 50_000 };

/** Takes any JSON object or array within bounds, without recursion. Names the first thing that is wrong. */
export function defaultValidator(bounds: SourceBounds = DEFAULT_SOURCE_BOUNDS): AlgoValidator {
  return (sourceCode) => {
    try {
      return verdict(sourceCode, bounds);
    } catch {
      return refuse(issue(null, 'type', 'cannot be read')); // an embedder's getter or proxy threw
    }
  };
}

function verdict(sourceCode: unknown, bounds: SourceBounds): ValidationResult {
  if (!isContainer(sourceCode)) return refuse(issue(null, 'type', 'is neither an object nor an array'));
  const found = firstIssue(sourceCode, bounds);
  if (typeof found !== 'number') return refuse(found);
  if (found <= bounds.maxBytes) return { success: true }; // most are far below, and need not be written to be measured
  return SourceText.of(sourceCode).bytes.length > bounds.maxBytes ? refuse(tooLarge(bounds)) : { success: true };
}

const refuse = (found: SourceIssue): ValidationResult => ({ success: false, issues: [found] });

const tooLarge = ({ maxBytes }: SourceBounds): SourceIssue =>
  issue(null, 'max_bytes', `is larger than ${maxBytes} bytes`);

interface Node {
  readonly value: unknown;
  readonly depth: number;
  readonly key: string;
  readonly parent: Node | null;
}

// The most that JSON takes: `\u0000` for a unit of text; for a value 24 of a number, the comma, and quotes and colon of its key.
const BYTES_PER_UNIT = 6;
const BYTES_PER_VALUE = 28;

/** The first thing that is wrong, or else how many bytes the compact form takes at most. */
function firstIssue(root: object, bounds: SourceBounds): SourceIssue | number {
  const open: Node[] = [{ value: root, depth: 1, key: '', parent: null }];
  let values = 0;
  let units = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const wrong = issueOf(node, bounds);
    if (wrong !== null) return wrong;
    const keys = isContainer(node.value) ? Object.keys(node.value) : [];
    values += 1;
    units += writtenUnits(node);
    if (values + open.length + keys.length > bounds.maxValues) {
      return issue(null, 'max_values', `holds more than ${bounds.maxValues} values`);
    }
    if (units > bounds.maxBytes) return tooLarge(bounds);
    // The last one first: the walk takes them from the end, and names what is wrong in the order of the text.
    for (const key of keys.reverse()) open.push(childOf(node, key));
  }
  return units * BYTES_PER_UNIT + values * BYTES_PER_VALUE;
}

// At least so many bytes a text takes: an embedder's few strings, named often, would be more than fits into memory.
function writtenUnits({ value, key, parent }: Node): number {
  return (Array.isArray(parent?.value) ? 0 : key.length) + (typeof value === 'string' ? value.length : 0);
}

function issueOf(node: Node, bounds: SourceBounds): SourceIssue | null {
  const { value, depth, key } = node;
  if (key === '__proto__') return issue(node, 'forbidden_key', 'is a key that is not allowed');
  if (value instanceof InexactNumber || (typeof value === 'number' && !isKept(value))) {
    return issue(node, 'number', 'is a number that would not be kept exactly');
  }
  if (!isContainer(value)) return isScalar(value) ? null : issue(node, 'type', 'is no JSON value');
  if (depth > bounds.maxDepth) return issue(node, 'max_depth', `is nested deeper than ${bounds.maxDepth}`);
  return isWhole(value) ? null : issue(node, 'type', 'holds what JSON leaves out');
}

// JSON has no NaN and no infinities, and writes -0 as 0.
const isKept = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** An array, or an object as JSON makes it: an embedder's Date or Map would not come back as it went. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || ('toJSON' in value && typeof value.toJSON === 'function'))
    return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** Whether JSON writes all of it: no holes, no names on an array, no symbols, nothing hidden. */
function isWhole(container: object): boolean {
  const shown = Object.keys(container).length;
  const own = Reflect.ownKeys(container).length;
  return Array.isArray(container) ? shown === container.length && own === shown + 1 : own === shown;
}

const childOf = (parent: Node, key: string): Node => ({
  value: (parent.value as Readonly<Record<string, unknown>>)[key], // only containers have keys
  depth: parent.depth + 1,
  key,
  parent,
});

function issue(node: Node | null, rule: string, message: string): SourceIssue {
  const keys: string[] = [];
  for (let at = node; at?.parent != null; at = at.parent) keys.unshift(at.key);
  return { path: keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''), rule, message };
}
