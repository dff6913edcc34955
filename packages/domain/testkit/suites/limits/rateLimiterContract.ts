import type { RateLimiter } from '@algotheque/domain';
import { addHealthTests } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { NOW } from '../samples.ts';
import { contract } from '../suite.ts';
import { addGiveBackTests } from './givingBack.ts';
import { addHitTests } from './hits.ts';
import { addRememberTests } from './remembering.ts';

/** What every RateLimiter promises. */
export const rateLimiterContract = contract<Fixture<RateLimiter>>('RateLimiter', (test) => {
  addHitTests(test);
  addGiveBackTests(test);
  addRememberTests(test);
  const rule = { limit: 1, windowMs: 1_000 };
  addHealthTests(test, (limiter) => ({
    hit: () => limiter.hit('key', rule, NOW),
    giveBack: () => limiter.giveBack('key', NOW),
    clear: () => limiter.clear('key'),
    remember: () => limiter.remember('key', NOW),
    remembers: () => limiter.remembers('key', NOW, 1_000),
    deleteExpired: () => limiter.deleteExpired(NOW),
  }));
});
