import { describe, it } from 'vitest';
import {
  memoryAlgoHistory,
  memoryAlgoRepository,
  memoryDeletionLog,
  memoryEventStore,
  memoryFolderRepository,
  memoryMailQueue,
  memoryRoundLog,
  memorySessionStore,
  memoryUserRepository,
} from '../../../testkit/memory/index.ts';
import {
  accessTokensContract,
  algoBinContract,
  algoHistoryContract,
  algoRepositoryContract,
  auditLogContract,
  contentStoreContract,
  deletionLogContract,
  eventStoreContract,
  foldedEmailContract,
  folderRepositoryContract,
  mailerContract,
  mailQueueContract,
  mailTokensContract,
  outboxContract,
  passwordHasherContract,
  portableStoreContract,
  rateLimiterContract,
  roundLogContract,
  sessionStoreContract,
  storeDriverContract,
  userRepositoryContract,
} from '../../../testkit/suites/index.ts';
import { driverFixture } from './driverFixture.ts';
import * as memory from './memoryFixtures.ts';

const runner = { describe, it };

userRepositoryContract(runner, () => memory.dataFixture(memoryUserRepository));
outboxContract(runner, () => memory.outboxFixture());
mailQueueContract(runner, () => memory.dataFixture(memoryMailQueue));
foldedEmailContract(runner, () => memory.dataFixture((data) => memoryUserRepository(data, 'folded')));
algoRepositoryContract(runner, () => memory.dataFixture(memoryAlgoRepository));
algoHistoryContract(runner, () => memory.dataFixture(memoryAlgoHistory));
algoBinContract(runner, () => memory.binFixture());
folderRepositoryContract(runner, () => memory.dataFixture(memoryFolderRepository));
sessionStoreContract(runner, () => memory.dataFixture(memorySessionStore));
deletionLogContract(runner, () => memory.dataFixture(memoryDeletionLog));
eventStoreContract(runner, () => memory.dataFixture(memoryEventStore));
roundLogContract(runner, () => memory.dataFixture(memoryRoundLog));
contentStoreContract(runner, () => memory.filesFixture());
rateLimiterContract(runner, () => memory.limiterFixture());
accessTokensContract(runner, () => memory.accessTokensFixture());
passwordHasherContract(runner, () => memory.hasherFixture());
mailTokensContract(runner, () => memory.mailTokensFixture());
mailerContract(runner, () => memory.mailerFixture(), { reopen: 'a mailer in memory has no outbox' });
auditLogContract(runner, () => memory.auditFixture(), { breakSink: 'an array takes every event' });
portableStoreContract(runner, () => memory.portableFixture());
storeDriverContract(runner, () => driverFixture(false));
storeDriverContract(runner, () => driverFixture(true));
