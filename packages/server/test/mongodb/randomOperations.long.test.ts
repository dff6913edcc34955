import { describeMongo } from '@algotheque/testing/mongo';
import { mongoSet } from '../support/adapterSets/mongoSet.ts';
import { randomOperationsOn } from '../support/randomOperations/randomOperationsOn.ts';
import { testRuns } from '../support/testRuns.ts';

describeMongo('random operations', ({ mode, server }) => {
  // In `npm run test:all` one of the two on each kind of server.
  for (const content of ['in MongoDB', 'in files'] as const) {
    if (testRuns() === null && (mode === 'replicaSet') !== (content === 'in MongoDB')) continue;
    randomOperationsOn(`MongoDB, content ${content}`, () => mongoSet(server(), content), 8);
  }
});
