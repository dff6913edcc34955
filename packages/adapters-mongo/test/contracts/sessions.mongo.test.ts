import {
  deletionLogContract,
  rateLimiterContract,
  roundLogContract,
  sessionStoreContract,
} from '@algotheque/domain/contracts';
import { describe, it } from 'vitest';
import { describeMongo } from '../support/describeMongo.ts';
import { storeFixture } from '../support/fixtures.ts';

const runner = { describe, it };

describeMongo('contracts of sessions, limits and deletions on MongoDB', ({ server }) => {
  sessionStoreContract(runner, () => storeFixture(server(), 'sessionStore'));
  rateLimiterContract(runner, () => storeFixture(server(), 'limiter'));
  deletionLogContract(runner, () => storeFixture(server(), 'deletions'));
  roundLogContract(runner, () => storeFixture(server(), 'rounds'));
});
