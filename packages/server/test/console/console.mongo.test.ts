import { describeInBrowser } from '@algotheque/testing/browser';
import { describeMongo } from '@algotheque/testing/mongo';
import { adminFlows } from './adminFlows.ts';
import { consoleFlows } from './flows.ts';
import { consoleWorld } from './world.ts';

describeMongo(
  'on MongoDB, contents included',
  ({ server }) => {
    const worldOn = (name: string) => () =>
      consoleWorld({ ALGOTHEQUE_STORE_URL: server().url(name), ALGOTHEQUE_FILES_URL: 'mongodb:' });
    describeInBrowser('the console', () => consoleFlows(worldOn('console')));
    describeInBrowser('the part for owners of the service', () => adminFlows(worldOn('owners')));
  },
  'replicaSet',
);
