import type { SessionStore } from '@algotheque/domain';
import { addHealthTests } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { newSession } from '../samples.ts';
import { contract } from '../suite.ts';
import { addSessionChangeTests } from './changingSessions.ts';
import { addSessionDamageTests } from './damagedSessions.ts';
import { addSessionInsertTests } from './insertingSessions.ts';
import { addSessionListTests } from './listingSessions.ts';
import { addSessionRevokeTests } from './revokingSessions.ts';

/** What every SessionStore promises. Users are ids that the store need not know. */
export const sessionStoreContract = contract<Fixture<SessionStore>>('SessionStore', (test) => {
  addSessionInsertTests(test);
  addSessionListTests(test);
  addSessionChangeTests(test);
  addSessionRevokeTests(test);
  addSessionDamageTests(test);
  addHealthTests(test, (sessions) => ({
    insert: () => sessions.insert(newSession(1)),
    find: () => sessions.find(newSession(1).digest),
    listByUser: () => sessions.listByUser(1, 1),
    touch: () => sessions.touch(newSession(1).digest, { dateUtilisation: 1, dateExpiration: 2 }),
    raiseVersion: () => sessions.raiseVersion(newSession(1).digest, 2),
    delete: () => sessions.delete(newSession(1).digest),
    deleteByUser: () => sessions.deleteByUser(1),
    deleteExpired: () => sessions.deleteExpired(1),
  }));
});
