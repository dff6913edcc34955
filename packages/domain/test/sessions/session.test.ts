import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/policy.ts';
import { expiration } from '../../src/sessions/newSession.ts';

const ms = fc.integer({ min: 0, max: 2 ** 45 });

describe('the end of a session', () => {
  it('is the earlier of the idle and the absolute end', () => {
    fc.assert(
      fc.property(ms, ms, ms, ms, (tokenIdleMs, tokenAbsoluteMs, dateCreation, age) => {
        const end = expiration({ ...DEFAULT_POLICY, tokenIdleMs, tokenAbsoluteMs }, dateCreation, dateCreation + age);
        const ends = [dateCreation + age + tokenIdleMs, dateCreation + tokenAbsoluteMs];
        expect(end).toBe(Math.min(...ends));
      }),
    );
  });

  it('has the defaults of the contract', () => {
    const HOUR = 3_600_000;
    expect(DEFAULT_POLICY).toMatchObject({
      tokenIdleMs: 48 * HOUR,
      tokenAbsoluteMs: 720 * HOUR,
      confirmTtlMs: 24 * HOUR,
      recoverTtlMs: HOUR / 2,
      emailBackTtlMs: 7 * 24 * HOUR,
      limits: {
        loginPair: { limit: 10, windowMs: 60_000 },
        loginEmail: { limit: 100, windowMs: HOUR },
        register: { limit: 20, windowMs: HOUR },
        mailAddress: { limit: 30, windowMs: HOUR },
        mailsPerLinkLife: 5,
        knownAddressMs: 720 * HOUR,
      },
    });
  });
});
