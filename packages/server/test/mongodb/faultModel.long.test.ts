import { describeMongo } from '@algotheque/testing/mongo';
import { mongoSet } from '../support/adapterSets/mongoSet.ts';
import { faultModelOn } from '../support/faultModel/faultModelOn.ts';
import { testRuns } from '../support/testRuns.ts';

describeMongo('the fault model', ({ mode, server }) => {
  // In `npm run test:all` one of the two on each kind of server, and each second call on one of them; every call on SQLite.
  if (testRuns() !== null || mode === 'replicaSet')
    faultModelOn('MongoDB', () => mongoSet(server(), 'in MongoDB'), 'odd');
  if (testRuns() !== null || mode === 'standalone') {
    faultModelOn('MongoDB and files', () => mongoSet(server(), 'in files'), 'even');
  }
});
