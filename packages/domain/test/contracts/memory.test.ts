import { describe, it } from 'vitest';
import {
  accessTokenStoreContract,
  algoFileStoreContract,
  algoRepositoryContract,
  deletionLogContract,
  folderRepositoryContract,
  memoryAccessTokenStore,
  memoryAlgoRepository,
  memoryDeletionLog,
  memoryFolderRepository,
  memoryUserRepository,
  rateLimiterContract,
  userRepositoryContract,
} from '../../src/contracts/index.ts';
import { dataFixture, filesFixture, limiterFixture } from './memoryFixtures.ts';

const runner = { describe, it };

userRepositoryContract(runner, () => dataFixture(memoryUserRepository));
algoRepositoryContract(runner, () => dataFixture(memoryAlgoRepository));
folderRepositoryContract(runner, () => dataFixture(memoryFolderRepository));
accessTokenStoreContract(runner, () => dataFixture(memoryAccessTokenStore));
deletionLogContract(runner, () => dataFixture(memoryDeletionLog));
algoFileStoreContract(runner, () => filesFixture());
rateLimiterContract(runner, () => limiterFixture());
