import { describeMongo } from '@algotheque/testing/mongo';
import { mongoSet } from '../support/adapterSets/mongoSet.ts';
import { contentRacesOn } from '../support/contentRaces/contentRacesOn.ts';

describeMongo(
  'races on an algorithm',
  ({ server }) => {
    contentRacesOn('MongoDB', () => mongoSet(server(), 'in MongoDB'), { every: 200, half: 'even' });
    contentRacesOn('MongoDB and files', () => mongoSet(server(), 'in files'), { every: 200, half: 'odd' });
  },
  'replicaSet',
);
