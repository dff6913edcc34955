import { describeMongo } from '../../../adapters-mongo/test/support/describeMongo.ts';
import { httpSuite } from '../../../http-koa/test/suite/index.ts';
import { httpFixture } from '../support/httpFixture.ts';

// The suite of http-koa, on a server process with MongoDB. Another test is about content in files beside MongoDB, because nothing else
// depends on that.
describeMongo('on MongoDB, content included', ({ server }) => {
  httpSuite(() => httpFixture({ ALGOTHEQUE_STORE_URL: server().url('http'), ALGOTHEQUE_FILES_URL: 'mongodb:' }));
});
