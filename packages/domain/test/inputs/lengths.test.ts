import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTextOf } from '../../src/textInput.ts';

const text = fc.string({ unit: fc.constantFrom('a', '😀'), maxLength: 14, size: 'max' });
const bound = fc.nat(12);

it('the length of a text is counted in code points, whatever its UTF-16 units', () => {
  fc.assert(
    fc.property(text, bound, bound, (one, min, more) => {
      const points = [...one].length;
      expect(isTextOf(one, min, min + more)).toBe(points >= min && points <= min + more);
    }),
    { numRuns: 2_000 },
  );
});
