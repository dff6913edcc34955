import { describeMongo } from '@algotheque/testing/mongo';
import { mongoSet } from '../support/adapterSets/mongoSet.ts';
import { contentRacesOn } from '../support/contentRaces/contentRacesOn.ts';

describeMongo(
  'races on an algorithm',
  ({ server }) => {
    for (const content of ['in MongoDB', 'in files'] as const) {
      contentRacesOn(`MongoDB, content ${content}`, () => mongoSet(server(), content), { every: 24 });
    }
  },
  'replicaSet',
);
