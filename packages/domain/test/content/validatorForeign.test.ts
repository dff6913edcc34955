import { describe, expect, it } from 'vitest';
import { defaultValidator } from '../../src/content/defaultValidator.ts';
import { SourceText } from '../../src/content/sourceText.ts';

async function issues(sourceCode: unknown): Promise<string[]> {
  const result = await defaultValidator()(sourceCode);
  return result.success ? [] : result.issues.map(({ path, rule }) => `${path} ${rule}`);
}

class Point {
  readonly x = 1;
}

const sparse: number[] = [];
sparse[3] = 1;

const cycle: { self?: unknown } = {};
cycle.self = cycle;

const ring: unknown[] = [];
ring.push({ ring });

/** Values that an embedder can pass and that JSON cannot express. */
const FOREIGN: readonly (readonly [string, unknown])[] = [
  ['a Date', new Date(0)],
  ['a Map', new Map([['a', 1]])],
  ['a Set', new Set([1])],
  ['an instance of a class', new Point()],
  ['an Error', new Error('x')],
  ['a typed array', new Uint8Array(2)],
  ['a boxed string', Object('x')],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['a bigint', 1n],
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['an infinity', Number.NEGATIVE_INFINITY],
  ['a negative zero', -0],
  ['an object that says how to be written', { toJSON: () => ({}) }],
  ['an array that says how to be written', Object.assign([1], { toJSON: () => [] })],
  ['an array with holes', sparse],
  ['a huge array of holes', new Array(4_000_000_000)],
  ['a promise', Promise.resolve({})],
];

describe.each(FOREIGN)('%s', (_name, value) => {
  it('is refused inside an object and inside an array', async () => {
    expect(await issues({ a: value })).toHaveLength(1);
    expect(await issues([value])).toHaveLength(1);
  });

  it('is refused as the root', async () => {
    expect(await issues(value)).toHaveLength(1);
  });
});

describe('a value that contains itself', () => {
  it.each([
    ['an object', cycle, `${'/self'.repeat(64)} max_depth`],
    ['an array', ring, `${'/0/ring'.repeat(32)} max_depth`],
  ])('is refused, and the traversal ends: %s', async (_name, value, issue) => {
    expect(await issues(value)).toEqual([issue]);
  });

  it('is refused by the number of values if it has many members', async () => {
    const broad: unknown[] = [];
    for (let index = 0; index < 10_000; index += 1) broad.push(broad);
    expect(await issues(broad)).toHaveLength(1);
  });
});

it('a long text that occurs many times is refused before it is serialised', async () => {
  const text = 'x'.repeat(100_000);
  expect(await issues(Array.from({ length: 40_000 }, () => text))).toEqual([' max_bytes']);
  expect(await issues({ ['k'.repeat(600_000)]: 1 })).toEqual([' max_bytes']);
});

it('an object without a prototype is JSON', async () => {
  const bare = Object.assign(Object.create(null), { a: [1] });
  expect(await issues(bare)).toEqual([]);
  expect(SourceText.of(bare).json()).toEqual({ a: [1] });
});
