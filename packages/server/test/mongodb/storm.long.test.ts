import { describeMongo } from '@algotheque/testing/mongo';
import { mongoPlace } from '../support/killLoop/mongoPlace.ts';
import { stormOn } from '../support/storm/stormOn.ts';
import { testRuns } from '../support/testRuns.ts';

describeMongo(
  'many clients at once',
  ({ server }) => {
    // In `npm run test:all` contents in files have their storm on SQLite.
    for (const content of testRuns() === null ? (['in MongoDB'] as const) : (['in MongoDB', 'in files'] as const)) {
      stormOn(`MongoDB, content ${content}`, () => mongoPlace(server(), content));
    }
  },
  'replicaSet',
);
