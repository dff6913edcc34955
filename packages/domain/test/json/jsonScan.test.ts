import { describe, expect, it } from 'vitest';
import { scanJson } from '../../src/jsonScan.ts';

/** The numbers that a scan calls doubtful. */
function doubtfulIn(text: string): readonly string[] {
  const { doubtful } = scanJson(text, Infinity);
  return Array.from({ length: doubtful.length / 2 }, (_, at) => text.slice(doubtful[2 * at], doubtful[2 * at + 1]));
}

describe('a scan of JSON', () => {
  it('calls numbers doubtful that have an exponent, more than 15 digits or are -0, and no others', () => {
    const sure = ['0', '-1', '10', '-10', '0.5', '-0.5', '123456789012345', '-1234567.12345678'];
    const doubtful = ['1e2', '1E-2', '-0', '1234567890123456', '0.123456789012345', '-1234567.123456789'];
    expect(doubtfulIn(`[${[...sure, ...doubtful].join(', ')}]`)).toEqual(doubtful);
    expect(doubtfulIn('{"1e2":"-0","a\\"1e2":[true,null,1e3]}')).toEqual(['1e3']);
  });

  it('counts values and names, and stops at one more than was asked for', () => {
    const text = '{"a":[true,null,{}],"b":"c"} ';
    expect(scanJson(text, 100).tokens).toBe(8);
    expect(scanJson(text, 8).tokens).toBe(8);
    expect(scanJson(text, 3).tokens).toBe(4);
    expect(scanJson('[{}{}[][]]', 100).tokens).toBe(5);
    const mixed = '["", "\\"", "\\\\", "x", 1, -0, -12345678901234567, {"a":1e2}, true, [null]]';
    expect(scanJson(mixed, Infinity).tokens).toBe(14);
  });
});
