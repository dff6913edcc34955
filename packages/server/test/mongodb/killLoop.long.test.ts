import { describeMongo } from '@algotheque/testing/mongo';
import { killCount } from '../support/killLoop/killCount.ts';
import { killLoopOn } from '../support/killLoop/killLoopOn.ts';
import { mongoPlace } from '../support/killLoop/mongoPlace.ts';

describeMongo('a server that is killed', ({ mode, server }) => {
  const content = mode === 'replicaSet' ? 'in MongoDB' : 'in files';
  killLoopOn(`MongoDB, content ${content}`, () => mongoPlace(server(), content), killCount(4, 1 / 2));
});
