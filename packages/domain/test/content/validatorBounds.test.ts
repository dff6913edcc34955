import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SOURCE_BOUNDS, defaultValidator, type SourceBounds } from '../../src/content/defaultValidator.ts';
import { parseJson } from '../../src/parseJson.ts';

const MIB = 1_048_576;

async function issues(sourceCode: unknown, bounds?: SourceBounds): Promise<string[]> {
  const result = await defaultValidator(bounds)(sourceCode);
  return result.success ? [] : result.issues.map(({ path, rule }) => `${path} ${rule}`);
}

const nested = (depth: number, inner = ''): unknown => JSON.parse('['.repeat(depth) + inner + ']'.repeat(depth));

const chain = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

describe('the depth', () => {
  it('may be 64; the root is 1, and scalars do not count', async () => {
    expect(await issues(nested(64))).toEqual([]);
    expect(await issues(nested(64, '1,"x"'))).toEqual([]);
    expect(await issues(nested(65))).toEqual([`${'/0'.repeat(64)} max_depth`]);
  });

  it('counts objects and arrays alike', async () => {
    expect(await issues(chain(64))).toEqual([]);
    expect(await issues(chain(65))).toEqual([`${'/a'.repeat(64)} max_depth`]);
  });

  it('of 500,000 does not overflow the stack', async () => {
    expect(await issues(nested(MIB / 2))).toEqual([`${'/0'.repeat(64)} max_depth`]);
    expect(await issues(parseJson(`${'['.repeat(MIB / 2)}0.5${']'.repeat(MIB / 2)}`))).toHaveLength(1);
  });
});

describe('the number of values', () => {
  const list = (length: number): number[] => Array.from({ length }, () => 0);

  it('may be 50,000, with containers and scalars', async () => {
    expect(await issues(list(49_999))).toEqual([]);
    expect(await issues(list(50_000))).toEqual([' max_values']);
    expect(await issues(Object.fromEntries(list(49_999).map((value, index) => [index, value])))).toEqual([]);
    expect(await issues(Object.fromEntries(list(50_000).map((value, index) => [index, value])))).toEqual([
      ' max_values',
    ]);
  });

  it('is counted over all containers', async () => {
    const rows = Array.from({ length: 5 }, () => list(9_999));
    expect(await issues(rows)).toEqual([' max_values']);
    expect(await issues([...rows.slice(1), list(9_998)])).toEqual([]);
  });

  it('may be set far higher without overflowing the stack', async () => {
    expect(await issues(list(400_000), { ...DEFAULT_SOURCE_BOUNDS, maxValues: 1_000_000, maxBytes: MIB })).toEqual([]);
  });

  // Each level refers to the level below twice: 64 objects in memory, 2^63 values as JSON.
  it('stops the traversal of shared branches', async () => {
    let branch: unknown[] = [];
    for (let level = 0; level < 60; level += 1) branch = [branch, branch];
    expect(await issues(branch)).toEqual([' max_values']);
  });
});

describe('the size', () => {
  const MAX = 524_288;
  const sized = (bytes: number, one: string): string[] => [
    one.repeat((bytes - 4) / new TextEncoder().encode(one).length),
  ];

  it.each(['x', '\u00e9', '\u{1f600}'])('may be 512 KiB of the compact form, in bytes of UTF-8: %s', async (one) => {
    expect(new TextEncoder().encode(JSON.stringify(sized(MAX, one)))).toHaveLength(MAX);
    expect(await issues(sized(MAX, one))).toEqual([]);
    expect(await issues([...sized(MAX, one), 1])).toEqual([' max_bytes']);
  });

  it('is exactly that of the compact form, whatever the content', async () => {
    const longest = fc.constantFrom(-2.2250738585072014e-308, '\u0000', '\ud800', '"');
    const key = fc.constantFrom('\u0000', 'a', '');
    const { value } = fc.letrec<{ value: unknown; list: unknown[]; object: object }>((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, longest, fc.jsonValue({ maxDepth: 0 }), tie('list'), tie('object')),
      list: fc.array(tie('value')),
      object: fc.dictionary(key, tie('value')),
    }));
    const root = fc.oneof(fc.array(value), fc.dictionary(key, value));
    await fc.assert(
      fc.asyncProperty(root, async (source) => {
        fc.pre((await issues(source)).length === 0); // a negative zero is refused for another reason
        const { length } = new TextEncoder().encode(JSON.stringify(source));
        expect(await issues(source, { ...DEFAULT_SOURCE_BOUNDS, maxBytes: length })).toEqual([]);
        expect(await issues(source, { ...DEFAULT_SOURCE_BOUNDS, maxBytes: length - 1 })).toEqual([' max_bytes']);
      }),
    );
  });

  it('counts escapes as they are written', async () => {
    expect(await issues(['\n'.repeat((MAX - 4) / 2)])).toEqual([]);
    expect(await issues(['\n'.repeat((MAX - 4) / 2 + 1)])).toEqual([' max_bytes']);
  });

  it('counts keys', async () => {
    expect(await issues({ ['k'.repeat(MAX)]: 1 })).toEqual([' max_bytes']);
  });
});

describe('own bounds', () => {
  const bound = (max: number) => fc.integer({ min: 1, max });

  it('accept exactly what a simple count finds within them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 5 }), bound(60), bound(5), bound(12), async (sent, ...limits) => {
        const text = JSON.stringify(JSON.parse(sent)); // compact, and without negative zeros
        fc.pre(/^[[{]/.test(text) && !text.includes('__proto__'));
        const [maxBytes, maxDepth, maxValues] = limits;
        const value: unknown = JSON.parse(text);
        const { depth, values } = measured(value);
        const isWithin = depth <= maxDepth && values <= maxValues && new TextEncoder().encode(text).length <= maxBytes;
        expect((await issues(value, { maxBytes, maxDepth, maxValues })).length === 0).toBe(isWithin);
      }),
    );
  });

  it('replace the default bounds', async () => {
    const bounds = { maxBytes: 20, maxDepth: 2, maxValues: 4 };
    expect(await issues([[1], 2], bounds)).toEqual([]);
    expect(await issues([[[1]]], bounds)).toEqual(['/0/0 max_depth']);
    expect(await issues([1, 2, 3, 4], bounds)).toEqual([' max_values']);
    expect(await issues(['x'.repeat(17)], bounds)).toEqual([' max_bytes']);
  });
});

/** How deep containers nest, and how many values there are in all. */
function measured(value: unknown): { readonly depth: number; readonly values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const inner = Object.values(value).map(measured);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  };
}
