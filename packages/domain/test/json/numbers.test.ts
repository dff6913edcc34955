import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InexactNumber, parseJson, parseJsonInSteps } from '../../src/parseJson.ts';

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
        // An integer must be returned with the same digits; any other number with the same value.
        else if (!/^-?\d+$/.test(literal)) expect(isSame).toBe(false);
        else expect(JSON.stringify(Number(literal))).not.toBe(literal);
      }),
      { numRuns: 500 },
    );
  });

  // A regular expression that removed the zeros tried again at each zero, which took more than a minute.
  it('takes time linear in its digits', () => {
    expect(parseJson(`1.0${'0'.repeat(1_000_000)}`)).toBe(1);
    expect(parseJson(`0.1${'0'.repeat(300_000)}1`)).toBeInstanceOf(InexactNumber);
    expect(parseJson(`1${'0'.repeat(300_000)}.${'0'.repeat(300_000)}1e-300000`)).toBeInstanceOf(InexactNumber);
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
