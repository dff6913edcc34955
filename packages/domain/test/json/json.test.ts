import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InexactNumber, parseJson, parseJsonInSteps } from '../../src/json/parseJson.ts';

describe('a number in JSON', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['-7', -7],
    ['0.1', 0.1],
    ['-0.5', -0.5],
    ['1.0', 1],
    ['1e2', 100],
    ['1E+2', 100],
    ['100e-2', 1],
    ['0.000001', 0.000001],
    ['1e-7', 1e-7],
    ['1.50', 1.5],
    ['1e21', 1e21],
    ['12.34e1', 123.4],
    ['0e999', 0],
    ['0.0', 0],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 2 ** 53],
    ['-9007199254740992', -(2 ** 53)],
    ['100000000000000000000', 1e20],
  ])('%s is kept', (literal, value) => {
    expect(parseJson(literal)).toBe(value);
    expect(parseJson(`{"a":[${literal}]}`)).toEqual({ a: [value] });
  });

  it.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '1000000000000000000000',
    '1e999',
    '-1e999',
    '1e-999',
    '2e308',
    '4e-324',
    '0.1000000000000000055511151231257827',
    '3.14159265358979323846',
    '-0',
    '9007199254740993.0',
    '90071992547409930e-1',
    '-1e-400',
    `1${'0'.repeat(400)}`,
  ])('%s becomes an InexactNumber, and nothing else changes', (literal) => {
    expect(parseJson(literal)).toEqual(new InexactNumber(literal));
    expect(parseJson(`{"a":[1,${literal},"x"]}`)).toEqual({ a: [1, new InexactNumber(literal), 'x'] });
  });

  it('is checked outside strings only', () => {
    const text = '{"a":"9007199254740993","-0":"1e999 0.1","b":null}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('is checked at any depth, and in long lists', () => {
    const deep = parseJson(`${'['.repeat(2_000)}1e999${']'.repeat(2_000)}`);
    expect(JSON.stringify(deep)).toContain('{"literal":"1e999"}');
    const many = parseJson(`{"unknown":[${'-0,'.repeat(50_000)}-0],"a":1e999,"__proto__":-0}`) as object;
    expect(Object.entries(many).map(([key, value]) => [key, value instanceof InexactNumber])).toEqual([
      ['unknown', false],
      ['a', true],
      ['__proto__', true],
    ]);
    expect((Object.values(many)[0] as unknown[]).filter((one) => !(one instanceof InexactNumber))).toEqual([]);
  });

  it('changes no string and no member name beside it', () => {
    expect(parseJson('["1e999",1e999,"\\"1e999\\\\",{"1e999":"-0"}]')).toEqual([
      '1e999',
      new InexactNumber('1e999'),
      '"1e999\\',
      { '1e999': '-0' },
    ]);
    expect(() => parseJson('{1e999:1}')).toThrow(SyntaxError);
    expect(() => parseJson('[1e999"x"]')).toThrow(SyntaxError);
  });

  it('stays a double if exactness was not requested', () => {
    expect(parseJson('[9007199254740993,-0,1e999]', { exact: false })).toEqual([2 ** 53, -0, Number.POSITIVE_INFINITY]);
  });

  it('is an InexactNumber exactly when the double has another value', () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,24})?(e-?\d{1,3})?$/);
    fc.assert(
      fc.property(digits, (literal) => {
        const value = parseJson(literal);
        const isSame = sameDecimal(literal, JSON.stringify(Number(literal)));
        if (!(value instanceof InexactNumber)) expect(isSame).toBe(true);
        // An integer has to come back digit for digit; anything else as the same value.
        else if (!/^-?\d+$/.test(literal)) expect(isSame).toBe(false);
        else expect(JSON.stringify(Number(literal))).not.toBe(literal);
      }),
      { numRuns: 500 },
    );
  });

  // Zeros were cut by an expression that tries again at each of them: this took more than a minute.
  it('takes time linear in its digits', () => {
    expect(parseJson(`1.0${'0'.repeat(1_000_000)}`)).toBe(1);
    expect(parseJson(`0.1${'0'.repeat(300_000)}1`)).toBeInstanceOf(InexactNumber);
    expect(parseJson(`1${'0'.repeat(300_000)}.${'0'.repeat(300_000)}1e-300000`)).toBeInstanceOf(InexactNumber);
  });
});

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
    expect(Object.keys(value as object)).toEqual(['__proto__', 'a']); // it is an object: the text says so
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined(); // asks for what a polluted prototype would have
  });
});

describe('a limit of inexact numbers', () => {
  it('refuses more of them before the text is parsed', () => {
    const list = `[${'-0,'.repeat(3)}1e999,0.5]`;
    expect(parseJson(list, { maxInexact: 4 })).toHaveLength(5);
    expect(() => parseJson(list, { maxInexact: 3 })).toThrow(RangeError);
    expect(() => parseJson('-0 -0 {', { maxInexact: 1 })).toThrow(RangeError);
    expect(parseJson(list, { maxInexact: 0, exact: false })).toHaveLength(5);
  });

  it('stops the scan: no further number is checked', () => {
    const steps = parseJsonInSteps(`[${'12345678901234567,'.repeat(50_000)}1]`, { maxInexact: 1_000 });
    steps.next();
    expect(() => steps.next()).toThrow(RangeError);
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

  it('checks a bounded part of the numbers in each step', () => {
    const text = `[${'1.50000000000000000,'.repeat(50_000)}1]`; // exact, but to be looked at
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

/** Whether two decimals are the same number, by exact arithmetic. */
function sameDecimal(one: string, other: string): boolean {
  const [a, b] = [exact(one), exact(other)];
  return (
    a.digits * 10n ** BigInt(Math.max(0, a.power - b.power)) ===
    b.digits * 10n ** BigInt(Math.max(0, b.power - a.power))
  );
}

function exact(literal: string): { digits: bigint; power: number } {
  const [mantissa = '', exponent = '0'] = literal.split('e');
  const [integerPart = '', fraction = ''] = mantissa.split('.');
  return literal === 'null'
    ? { digits: -1n, power: 5_000 }
    : { digits: BigInt(integerPart + fraction), power: Number(exponent) - fraction.length };
}

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
