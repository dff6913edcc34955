import { contentStoreContract, portableStoreContract } from '@algotheque/domain/contracts';
import { describe, it } from 'vitest';
import { describeMongo } from '../support/describeMongo.ts';
import { filesFixture, portableFixture } from '../support/fixtures.ts';

const runner = { describe, it };

describeMongo('contracts of content and copies on MongoDB', ({ server }) => {
  contentStoreContract(runner, () => filesFixture(server()));
  portableStoreContract(runner, () => portableFixture(server()));
});
