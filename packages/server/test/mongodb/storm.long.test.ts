import { describeMongo } from '@algotheque/testing/mongo';
import { mongoPlace } from '../support/killLoop/mongoPlace.ts';
import { stormOn } from '../support/storm/stormOn.ts';

describeMongo(
  'many clients at once',
  ({ server }) => {
    for (const content of ['in MongoDB', 'in files'] as const) {
      stormOn(`MongoDB, content ${content}`, () => mongoPlace(server(), content));
    }
  },
  'replicaSet',
);
