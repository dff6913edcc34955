import {
  algoRepositoryContract,
  deletionLogContract,
  eventStoreContract,
  foldedEmailContract,
  folderRepositoryContract,
  mailQueueContract,
  outboxContract,
  portableStoreContract,
  rateLimiterContract,
  roundLogContract,
  sessionStoreContract,
  userRepositoryContract,
} from '@algotheque/domain/contracts';
import { describe, it } from 'vitest';
import { fixtureOf, openOutboxFixture, openPortableFixture } from './support/fixtureOf.ts';

const runner = { describe, it };

userRepositoryContract(
  runner,
  fixtureOf(({ users }) => users),
);
foldedEmailContract(
  runner,
  fixtureOf(({ users }) => users, { emailCase: 'folded' }),
);
algoRepositoryContract(
  runner,
  fixtureOf(({ algos }) => algos),
);
folderRepositoryContract(
  runner,
  fixtureOf(({ folders }) => folders),
);
sessionStoreContract(
  runner,
  fixtureOf(({ sessionStore }) => sessionStore),
);
rateLimiterContract(
  runner,
  fixtureOf(({ limiter }) => limiter),
);
deletionLogContract(
  runner,
  fixtureOf(({ deletions }) => deletions),
);
eventStoreContract(
  runner,
  fixtureOf(({ events }) => events),
);
roundLogContract(
  runner,
  fixtureOf(({ rounds }) => rounds),
);
outboxContract(runner, openOutboxFixture);
mailQueueContract(
  runner,
  fixtureOf(({ mails }) => mails),
);
portableStoreContract(runner, openPortableFixture);
