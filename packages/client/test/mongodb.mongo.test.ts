import { describeMongo } from '@algotheque/testing/mongo';
import { httpFixture } from '@algotheque/testing/server';
import { clientSuite } from './support/clientSuite.ts';

describeMongo('on MongoDB', ({ server }) => {
  clientSuite(() => httpFixture({ ALGOTHEQUE_STORE_URL: server().url('client'), ALGOTHEQUE_FILES_URL: 'mongodb:' }));
});
