import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from '../../src/jsonScan.ts';
import { parseJson, parseJsonInSteps } from '../../src/parseJson.ts';

describe('JSON of any kind', () => {
  it('is parsed as by JSON.parse if all numbers are exact', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const harmless = text.replaceAll('-0', '0');
        expect(JSON.stringify(parseJson(harmless))).toBe(JSON.stringify(JSON.parse(harmless)));
      }),
    );
  });

  it.each(['', '{', '[1,]', '01', '+1', '.5', '1.', 'NaN', 'Infinity', "{'a':1}", '[1] 2', '\ufeff{}', '{"a":1e}'])(
    'throws a SyntaxError for %s',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('keeps the key __proto__ as a plain key, and changes no prototype', () => {
    const value = parseJson('{"__proto__":{"polluted":1.5},"a":0.5}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'a']); // an object, because the text is one
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined(); // a polluted prototype would have this property
  });
});

describe('parsing in steps', () => {
  it('has the same result as parsing at once', () => {
    for (const text of ['[1,-0,{"a":1e999}]', '{"a":0.5}', `[${'0.12345678901234567,'.repeat(20_000)}1]`]) {
      const steps = parseJsonInSteps(text);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      expect(step.value).toEqual(parseJson(text));
    }
  });

  it.each<readonly [string, (length: number) => string]>([
    ['one string', (length) => `"${'x'.repeat(length)}"`],
    ['one string that does not end', (length) => `"${'x'.repeat(length)}`],
    ['one string of escapes', (length) => `"${'\\"'.repeat(length / 2)}"`],
    ['one number', (length) => `0.${'1'.repeat(length)}`],
    ['one word', (length) => 'a'.repeat(length)],
    ['blanks', (length) => `${' '.repeat(length)}1`],
    ['many strings', (length) => JSON.stringify(Array(Math.ceil(length / 1_003)).fill('x'.repeat(1_000)))],
    ['brackets', (length) => '['.repeat(length)],
  ])('scans at most a mebibyte in each step: %s', (_what, textOf) => {
    const steps = scanJson(textOf(4 * 1_048_576), Infinity);
    let count = 1;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThanOrEqual(4);
    expect(count).toBeLessThanOrEqual(6);
  });

  it('checks a bounded part of the numbers in each step', () => {
    const text = `[${'1.50000000000000000,'.repeat(50_000)}1]`; // exact numbers that must be examined
    const steps = parseJsonInSteps(text);
    let count = 1;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThanOrEqual((50_000 * 35) / 262_144);
  });
});

describe('a limit of values and names', () => {
  it.each([
    ['1', 1],
    ['[]', 1],
    ['[1,-2.5e3,"a,b:[{",true,null]', 6],
    ['{"a":1,"b":{"c":[]}}', 7],
    [' { "\\"" : [ 1 , 2 ] } ', 5],
    ['{"\\\\":"\\\\"}', 3],
    ['[[],[],[[]]]', 5],
  ])('accepts %s with a limit of %d', (text, maxTokens) => {
    expect(parseJson(text, { maxTokens })).toEqual(JSON.parse(text));
    expect(() => parseJson(text, { maxTokens: maxTokens - 1 })).toThrow(RangeError);
  });

  it('counts each value and each name once, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), fc.constantFrom(undefined, 1), (json, indent) => {
        const value: unknown = JSON.parse(json);
        const text = JSON.stringify(value, null, indent);
        const maxTokens = tokensOf(JSON.parse(text));
        expect(() => parseJson(text, { maxTokens })).not.toThrow();
        expect(() => parseJson(text, { maxTokens: maxTokens - 1 })).toThrow(RangeError);
      }),
    );
  });

  it.each(['['.repeat(1_000), '1,'.repeat(1_000), 'x '.repeat(1_000), '""'.repeat(1_000), '\u00e9'.repeat(1_000)])(
    'is checked before the syntax: %.10s',
    (text) => {
      expect(() => parseJson(text, { maxTokens: 999 })).toThrow(RangeError);
      expect(() => parseJson(text, { maxTokens: 1_000 })).toThrow(SyntaxError);
    },
  );
});

describe('a megabyte of brackets', () => {
  const half = 512 * 1_024;

  it('that never close are a SyntaxError', () => {
    expect(() => parseJson('['.repeat(2 * half))).toThrow(SyntaxError);
    expect(() => parseJson('{"a":'.repeat(half / 4))).toThrow(SyntaxError);
  });

  it.each(['', '0.5', '9007199254740993'])('that close around "%s" does not overflow the stack', (inner) => {
    const value = parseJson(`${'['.repeat(half)}${inner}${']'.repeat(half)}`);
    expect(depthOf(value)).toBe(half);
  });
});

function tokensOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + tokensOf(inner), 1 + names);
}

function depthOf(value: unknown): number {
  let depth = 0;
  for (let at = value; Array.isArray(at); at = at[0]) depth += 1;
  return depth;
}
