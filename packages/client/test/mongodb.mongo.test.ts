import { describeMongo } from '../../adapters-mongo/test/support/describeMongo.ts';
import { httpFixture } from '../../server/test/support/httpFixture.ts';
import { clientSuite } from './support/clientSuite.ts';

describeMongo('on MongoDB', ({ server }) => {
  clientSuite(() => httpFixture({ ALGOTHEQUE_STORE_URL: server().url('client'), ALGOTHEQUE_FILES_URL: 'mongodb:' }));
});
