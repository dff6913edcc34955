import { describe, expect, it } from 'vitest';
import { capsOfSender, sendWithinCaps } from '../../src/emails/mailCap.ts';
import { UnavailableError, type User } from '../../src/index.ts';
import { DEFAULT_POLICY } from '../../src/policy.ts';
import type { RateLimiter } from '../../src/rateLimiter.ts';
import { FRESH_USER } from '../../src/users/userRepository.ts';
import { FakeClock, memoryRateLimiter } from '../../testkit/memory/index.ts';
import { newUser } from '../../testkit/suites/samples.ts';

const CAP = { key: 'mails-sent:confirm:ada@example.org', rule: { limit: 1, windowMs: 1_000 } };

function opened(hit?: RateLimiter['hit']) {
  const problems: unknown[] = [];
  const limiter = { ...memoryRateLimiter(), ...(hit && { hit }) };
  const parts = { limiter, clock: new FakeClock(), onProblem: (problem: unknown) => void problems.push(problem) };
  const sent: boolean[] = [];
  const send = async (isWithin: boolean) => void sent.push(isWithin);
  return { parts, problems, sent, send };
}

describe('a mail within a cap', () => {
  it('goes out when the limiter cannot count, and this is reported', async () => {
    const outage = new UnavailableError();
    const { parts, problems, sent, send } = opened(() => Promise.reject(outage));
    await sendWithinCaps(parts, [CAP], send);
    expect([sent, problems]).toEqual([[true], [outage]]);
  });

  it('does not go out when the limiter has a bug, which is thrown', async () => {
    const bug = new TypeError('a bug');
    const { parts, problems, sent, send } = opened(() => Promise.reject(bug));
    await expect(sendWithinCaps(parts, [CAP], send)).rejects.toBe(bug);
    expect([sent, problems]).toEqual([[], []]);
  });

  it('counts when it was sent, and not when it could not be: then the error is thrown', async () => {
    const { parts, sent, send } = opened();
    const outage = new UnavailableError();
    for (let count = 0; count < 3; count += 1)
      await expect(sendWithinCaps(parts, [CAP], () => Promise.reject(outage))).rejects.toBe(outage);
    for (let count = 0; count < 3; count += 1) await sendWithinCaps(parts, [CAP], send);
    expect(sent).toEqual([true, false, false]);
  });

  it('that could not be sent above the cap takes the same work, and gives nothing back', async () => {
    const { parts, sent, send } = opened();
    const given: string[] = [];
    const { giveBack } = parts.limiter;
    parts.limiter.giveBack = (key, end) => giveBack(key, end).finally(() => given.push(key));
    await sendWithinCaps(parts, [CAP], send);
    await expect(sendWithinCaps(parts, [CAP], () => Promise.reject(new UnavailableError()))).rejects.toThrow(
      UnavailableError,
    );
    await sendWithinCaps(parts, [CAP], send);
    expect([sent, given]).toEqual([[true, false], [`${CAP.key}/none`]]);
  });

  it('that could not be sent is reported, if it cannot be given back', async () => {
    const { parts, problems } = opened();
    const [outage, unsent] = [new UnavailableError(), new TypeError('a bug')];
    parts.limiter.giveBack = () => Promise.reject(outage);
    await expect(sendWithinCaps(parts, [CAP], () => Promise.reject(unsent))).rejects.toBe(unsent);
    expect(problems).toEqual([outage]);
  });
});

describe('the counts of an address', () => {
  const user = (id: number, isVerified: boolean): User => ({ ...FRESH_USER, ...newUser({ isVerified }), id });
  const other = 'bea@example.org';

  it('of mails about shares are one for each owner, and one of all who never confirmed their own', () => {
    const [own, ofUnconfirmed] = capsOfSender(DEFAULT_POLICY, 'share', { user: user(1, false), email: other });
    expect([own?.rule, ofUnconfirmed?.rule]).toEqual([
      DEFAULT_POLICY.limits?.shareMails,
      DEFAULT_POLICY.limits?.mailsOfUnconfirmed,
    ]);
    const [ownOfSecond, ofAll] = capsOfSender(DEFAULT_POLICY, 'share', { user: user(2, false), email: other });
    expect(ownOfSecond?.key).not.toBe(own?.key);
    expect(ofAll?.key).toBe(ofUnconfirmed?.key);
    expect(capsOfSender(DEFAULT_POLICY, 'share', { user: user(1, true), email: other })).toEqual([own]);
  });
});
