import { describe, it } from 'vitest';
import {
  memoryAccessTokenStore,
  memoryAlgoRepository,
  memoryDeletionLog,
  memoryFolderRepository,
  memoryUserRepository,
} from '../../../testkit/memory/index.ts';
import {
  accessTokenStoreContract,
  accessTokensContract,
  algoFileStoreContract,
  algoRepositoryContract,
  auditLogContract,
  deletionLogContract,
  folderRepositoryContract,
  mailerContract,
  mailTokensContract,
  passwordHasherContract,
  portableStoreContract,
  rateLimiterContract,
  userRepositoryContract,
} from '../../../testkit/suites/index.ts';
import * as memory from './memoryFixtures.ts';

const runner = { describe, it };

userRepositoryContract(runner, () => memory.dataFixture(memoryUserRepository));
algoRepositoryContract(runner, () => memory.dataFixture(memoryAlgoRepository));
folderRepositoryContract(runner, () => memory.dataFixture(memoryFolderRepository));
accessTokenStoreContract(runner, () => memory.dataFixture(memoryAccessTokenStore));
deletionLogContract(runner, () => memory.dataFixture(memoryDeletionLog));
algoFileStoreContract(runner, () => memory.filesFixture());
rateLimiterContract(runner, () => memory.limiterFixture());
accessTokensContract(runner, () => memory.accessTokensFixture());
passwordHasherContract(runner, () => memory.hasherFixture());
mailTokensContract(runner, () => memory.mailTokensFixture());
mailerContract(runner, () => memory.mailerFixture(), { reopen: 'a mailer in memory has no spool' });
auditLogContract(runner, () => memory.auditFixture(), { breakSink: 'an array takes every event' });
portableStoreContract(runner, () => memory.portableFixture());
