import type { SessionStore } from '@algotheque/domain';
import { addHealthTests } from '../capabilities.ts';
import type { Lacks, OpenFixture, Runner } from '../runner.ts';
import { newSession } from '../samples.ts';
import { suite } from '../suite.ts';
import { addTokenChangeTests } from './changingTokens.ts';
import { addTokenDamageTests } from './damagedTokens.ts';
import { addTokenInsertTests } from './insertingTokens.ts';
import { addTokenRevokeTests } from './revokingTokens.ts';

/** What every SessionStore promises. Users are ids that the store need not know. */
export function sessionStoreContract(runner: Runner, open: OpenFixture<SessionStore>, lacks: Lacks = {}): void {
  suite({ runner, name: 'SessionStore', open, lacks }, (test) => {
    addTokenInsertTests(test);
    addTokenChangeTests(test);
    addTokenRevokeTests(test);
    addTokenDamageTests(test);
    addHealthTests(test, (tokens) => ({
      insert: () => tokens.insert(newSession(1)),
      find: () => tokens.find(newSession(1).digest),
      touch: () => tokens.touch(newSession(1).digest, { dateUtilisation: 1, dateExpiration: 2 }),
      raiseVersion: () => tokens.raiseVersion(newSession(1).digest, 2),
      delete: () => tokens.delete(newSession(1).digest),
      deleteByUser: () => tokens.deleteByUser(1),
      cut: () => tokens.cut({ dateCreation: 1, dateUtilisation: 1, dateExpiration: 1 }),
      deleteExpired: () => tokens.deleteExpired(1),
    }));
  });
}
