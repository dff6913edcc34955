import { describeMongo } from '../../../adapters-mongo/test/support/describeMongo.ts';
import { httpSuite } from '../../../http-koa/test/suite/index.ts';
import { httpFixture } from '../support/httpFixture.ts';

describeMongo('on MongoDB, content included', ({ server }) => {
  httpSuite(() => httpFixture({ ALGOTHEQUE_STORE_URL: server().url('http'), ALGOTHEQUE_FILES_URL: 'mongodb:' }));
});

describeMongo('on MongoDB, content in files', ({ server }) => {
  httpSuite(() => httpFixture({ ALGOTHEQUE_STORE_URL: server().url('files') }));
});
