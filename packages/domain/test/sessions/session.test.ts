import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/policy.ts';
import { expiration } from '../../src/sessions/newSession.ts';

const ms = fc.integer({ min: 0, max: 2 ** 45 });

it('the end of a session is the earlier of the idle and the absolute end', () => {
  fc.assert(
    fc.property(ms, ms, ms, ms, (tokenIdleMs, tokenAbsoluteMs, dateCreation, age) => {
      const end = expiration({ ...DEFAULT_POLICY, tokenIdleMs, tokenAbsoluteMs }, dateCreation, dateCreation + age);
      const ends = [dateCreation + age + tokenIdleMs, dateCreation + tokenAbsoluteMs];
      expect(end).toBe(Math.min(...ends));
    }),
  );
});
