import {
  algoBinContract,
  algoHistoryContract,
  algoRepositoryContract,
  eventStoreContract,
  foldedEmailContract,
  folderRepositoryContract,
  mailQueueContract,
  outboxContract,
  userRepositoryContract,
} from '@algotheque/domain/contracts';
import { describe } from 'vitest';
import { describeMongo } from '../support/describeMongo.ts';
import { binFixture, outboxFixture, storeFixture } from '../support/fixtures.ts';
import { whereAddressesAreFreed } from '../support/replacedKeys.ts';

describeMongo('contracts of records on MongoDB', ({ server }) => {
  const runner = { describe, it: whereAddressesAreFreed(server) };
  userRepositoryContract(runner, () => storeFixture(server(), (store) => store.users));
  foldedEmailContract(runner, () => storeFixture(server(), (store) => store.users, { emailCase: 'folded' }));
  eventStoreContract(runner, () => storeFixture(server(), (store) => store.events));
  outboxContract(runner, () => outboxFixture(server()));
  mailQueueContract(runner, () => storeFixture(server(), (store) => store.mails));
  algoRepositoryContract(runner, () => storeFixture(server(), (store) => store.algos));
  algoBinContract(runner, () => binFixture(server()));
  algoHistoryContract(runner, () => storeFixture(server(), (store) => store.history));
  folderRepositoryContract(runner, () => storeFixture(server(), (store) => store.folders));
});
