import { describeMongo } from '@algotheque/testing/mongo';
import { mongoSet } from '../support/adapterSets/mongoSet.ts';
import { faultModelOn } from '../support/faultModel/faultModelOn.ts';
import { testRuns } from '../support/testRuns.ts';

describeMongo('the fault model', ({ mode, server }) => {
  // In `npm run test:all` one of the two on each kind of server, and two of three calls on one of them; every call on SQLite.
  if (testRuns() !== null || mode === 'replicaSet') {
    faultModelOn('MongoDB', () => mongoSet(server(), 'in MongoDB'), { every: 3, first: 1 });
  }
  if (testRuns() !== null || mode === 'standalone') {
    faultModelOn('MongoDB and files', () => mongoSet(server(), 'in files'), { every: 3, first: 2 });
  }
});
