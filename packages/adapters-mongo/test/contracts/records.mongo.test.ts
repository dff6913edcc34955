import {
  algoBinContract,
  algoHistoryContract,
  algoRepositoryContract,
  dueWorkContract,
  eventStoreContract,
  foldedEmailContract,
  folderRepositoryContract,
  mailQueueContract,
  userRepositoryContract,
} from '@algotheque/domain/contracts';
import { describe } from 'vitest';
import { describeMongo } from '../support/describeMongo.ts';
import { fixtureBeside, storeFixture } from '../support/fixtures.ts';
import { whereAddressesAreFreed } from '../support/replacedKeys.ts';

describeMongo('contracts of records on MongoDB', ({ server }) => {
  const runner = { describe, it: whereAddressesAreFreed(server) };
  userRepositoryContract(runner, () => storeFixture(server(), 'users'));
  foldedEmailContract(runner, () => storeFixture(server(), 'users', { emailCase: 'folded' }));
  eventStoreContract(runner, () => storeFixture(server(), 'events'));
  dueWorkContract(runner, () => fixtureBeside(server(), 'dueWork', 'users'));
  mailQueueContract(runner, () => storeFixture(server(), 'mails'));
  algoRepositoryContract(runner, () => storeFixture(server(), 'algos'));
  algoBinContract(runner, () => fixtureBeside(server(), 'bin', 'algos'));
  algoHistoryContract(runner, () => storeFixture(server(), 'history'));
  folderRepositoryContract(runner, () => storeFixture(server(), 'folders'));
});
