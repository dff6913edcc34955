import { httpSuiteOfStores } from '@algotheque/testing/httpSuite';
import { describeMongo } from '@algotheque/testing/mongo';
import { httpFixture } from '../support/httpFixture.ts';
import { testRuns } from '../support/testRuns.ts';

// What depends on the store in the suite of http-koa, on a server process with MongoDB. Another test is about content in files beside
// MongoDB, because nothing else
// depends on that.
// How a MongoDB server runs shows in no answer, and the contract suites of the stores run in both modes: one mode is enough here.
describeMongo(
  'on MongoDB, content included',
  ({ server }) => {
    httpSuiteOfStores(() =>
      httpFixture({ ALGOTHEQUE_STORE_URL: server().url('http'), ALGOTHEQUE_FILES_URL: 'mongodb:' }),
    );
  },
  testRuns() === null ? 'replicaSet' : undefined,
);
