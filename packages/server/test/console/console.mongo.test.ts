import { describeInBrowser } from '@algotheque/testing/browser';
import { describeMongo } from '@algotheque/testing/mongo';
import { consoleFlows } from './flows.ts';
import { consoleWorld } from './world.ts';

describeMongo(
  'on MongoDB, contents included',
  ({ server }) => {
    const store = () => ({ ALGOTHEQUE_STORE_URL: server().url('console'), ALGOTHEQUE_FILES_URL: 'mongodb:' });
    describeInBrowser('the console', () => consoleFlows(() => consoleWorld(store())));
  },
  'replicaSet',
);
