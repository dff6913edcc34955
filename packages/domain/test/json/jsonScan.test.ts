import { describe, expect, it } from 'vitest';
import { type JsonScan, scanJson } from '../../src/jsonScan.ts';

function scanned(text: string, maxTokens: number, stepCharacters?: number): JsonScan {
  const steps = scanJson(text, maxTokens, stepCharacters);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The numbers that a scan calls doubtful. */
function doubtfulIn(text: string): readonly string[] {
  const { doubtful } = scanned(text, Infinity);
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
    expect(scanned(text, 100).tokens).toBe(8);
    expect(scanned(text, 8).tokens).toBe(8);
    expect(scanned(text, 3).tokens).toBe(4);
    expect(scanned('[{}{}[][]]', 100).tokens).toBe(5);
  });

  it('finds the same wherever a step ends', () => {
    const text = '["", "\\"", "\\\\", "x", 1, -0, -12345678901234567, {"a":1e2}, true, [null]]';
    for (let step = 1; step <= text.length; step += 1)
      expect(scanned(text, Infinity, step)).toEqual(scanned(text, Infinity));
    expect(scanned(text, Infinity).tokens).toBe(14);
  });
});
