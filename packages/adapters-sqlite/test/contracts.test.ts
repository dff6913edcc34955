import {
  algoBinContract,
  algoHistoryContract,
  algoRepositoryContract,
  deletionLogContract,
  dueWorkContract,
  eventStoreContract,
  foldedEmailContract,
  folderRepositoryContract,
  mailQueueContract,
  portableStoreContract,
  rateLimiterContract,
  roundLogContract,
  sessionStoreContract,
  userRepositoryContract,
} from '@algotheque/domain/contracts';
import { describe, it } from 'vitest';
import { fixtureBeside, fixtureOf, openPortableFixture } from './support/fixtureOf.ts';

const runner = { describe, it };

userRepositoryContract(runner, fixtureOf('users'));
foldedEmailContract(runner, fixtureOf('users', { emailCase: 'folded' }));
algoRepositoryContract(runner, fixtureOf('algos'));
folderRepositoryContract(runner, fixtureOf('folders'));
sessionStoreContract(runner, fixtureOf('sessionStore'));
rateLimiterContract(runner, fixtureOf('limiter'));
deletionLogContract(runner, fixtureOf('deletions'));
eventStoreContract(runner, fixtureOf('events'));
roundLogContract(runner, fixtureOf('rounds'));
dueWorkContract(runner, fixtureBeside('dueWork', 'users'));
algoHistoryContract(runner, fixtureOf('history'));
algoBinContract(runner, fixtureBeside('bin', 'algos'));
mailQueueContract(runner, fixtureOf('mails'));
portableStoreContract(runner, openPortableFixture);
