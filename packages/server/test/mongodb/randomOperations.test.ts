import { describeMongo } from '../../../adapters-mongo/test/support/describeMongo.ts';
import { mongoSet } from '../support/adapterSets/mongoSet.ts';
import { randomOperationsOn } from '../support/randomOperations/randomOperationsOn.ts';

describeMongo('random operations', ({ mode, server }) => {
  const content = mode === 'replicaSet' ? 'in MongoDB' : 'in files';
  randomOperationsOn(`MongoDB, content ${content}`, () => mongoSet(server(), content), 8);
});
