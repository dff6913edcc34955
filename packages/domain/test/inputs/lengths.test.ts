import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTextOf } from '../../src/textInput.ts';

const text = fc.string({ unit: fc.constantFrom('a', '😀'), maxLength: 14, size: 'max' });
const bound = fc.nat(12);

describe('the length of a text', () => {
  it('is counted in code points, whatever its UTF-16 units', () => {
    fc.assert(
      fc.property(text, bound, bound, (one, min, more) => {
        const points = [...one].length;
        expect(isTextOf(one, min, min + more)).toBe(points >= min && points <= min + more);
      }),
      { numRuns: 2_000 },
    );
  });
});
