import type { AlgoValidator, SourceIssue, ValidationResult } from '../ports/algoValidator.ts';
import { InexactNumber } from './json.ts';

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
    if (!isContainer(sourceCode)) return refuse('', 'type', 'is neither an object nor an array');
    const found = firstIssue(sourceCode, bounds);
    if (found !== null) return { success: false, issues: [found] };
    const bytes = new TextEncoder().encode(JSON.stringify(sourceCode)).length;
    if (bytes > bounds.maxBytes) return refuse('', 'max_bytes', `is larger than ${bounds.maxBytes} bytes`);
    return { success: true };
  };
}

const refuse = (path: string, rule: string, message: string): ValidationResult => ({
  success: false,
  issues: [{ path, rule, message }],
});

interface Node {
  readonly value: unknown;
  readonly depth: number;
  readonly key: string;
  readonly parent: Node | null;
}

function firstIssue(root: object, bounds: SourceBounds): SourceIssue | null {
  const open: Node[] = [{ value: root, depth: 1, key: '', parent: null }];
  let values = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    values += 1;
    if (values > bounds.maxValues) return issue(null, 'max_values', `holds more than ${bounds.maxValues} values`);
    const wrong = issueOf(node, bounds);
    if (wrong !== null) return wrong;
    if (isContainer(node.value)) open.push(...childrenOf(node, node.value, bounds.maxValues - values));
  }
  return null;
}

function issueOf(node: Node, bounds: SourceBounds): SourceIssue | null {
  const { value, depth, key } = node;
  if (key === '__proto__') return issue(node, 'forbidden_key', 'is a key that is not allowed');
  if (value instanceof InexactNumber || (typeof value === 'number' && !isKept(value))) {
    return issue(node, 'number', 'is a number that would not be kept exactly');
  }
  if (!isJson(value)) return issue(node, 'type', 'is no JSON value');
  if (isContainer(value) && depth > bounds.maxDepth) {
    return issue(node, 'max_depth', `is nested deeper than ${bounds.maxDepth}`);
  }
  return null;
}

// JSON has no NaN and no infinities, and writes -0 as 0.
const isKept = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

const isJson = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || isContainer(value);

/** An array, or an object as JSON makes it: an embedder's Date or Map would not come back as it went. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || ('toJSON' in value && typeof value.toJSON === 'function'))
    return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

// One more child than may still come shows that there are too many; more need not be held.
function childrenOf(parent: Node, container: object, room: number): Node[] {
  return Object.entries(container)
    .slice(0, room + 1)
    .map(([key, value]) => ({ value, depth: parent.depth + 1, key, parent }));
}

function issue(node: Node | null, rule: string, message: string): SourceIssue {
  const keys: string[] = [];
  for (let at = node; at?.parent != null; at = at.parent) keys.unshift(at.key);
  return { path: keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''), rule, message };
}
