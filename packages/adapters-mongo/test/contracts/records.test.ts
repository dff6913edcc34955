import { algoRepositoryContract, folderRepositoryContract, userRepositoryContract } from '@algotheque/domain/contracts';
import { describe, it } from 'vitest';
import { describeMongo } from '../support/describeMongo.ts';
import { storeFixture } from '../support/fixtures.ts';

const runner = { describe, it };

describeMongo('contracts of records on MongoDB', ({ server }) => {
  userRepositoryContract(runner, () => storeFixture(server(), (store) => store.users));
  algoRepositoryContract(runner, () => storeFixture(server(), (store) => store.algos));
  folderRepositoryContract(runner, () => storeFixture(server(), (store) => store.folders));
});
