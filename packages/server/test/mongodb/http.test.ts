import { describeMongo } from '../../../adapters-mongo/test/support/describeMongo.ts';
import { httpSuite } from '../../../http-koa/test/suite/index.ts';
import { httpFixture } from '../support/httpFixture.ts';

// The suite of http-koa, here through a process of its own on MongoDB. That content may lie in files beside it has a
// test of its own: nothing else changes by it.
describeMongo('on MongoDB, content included', ({ server }) => {
  httpSuite(() => httpFixture({ ALGOTHEQUE_STORE_URL: server().url('http'), ALGOTHEQUE_FILES_URL: 'mongodb:' }));
});
