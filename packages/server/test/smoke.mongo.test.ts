import { describeMongo } from '@algotheque/testing/mongo';
import { smokeSession } from './support/smokeSession.ts';

describeMongo(
  'a server on MongoDB',
  ({ withScratch }) => {
    withScratch('serves a session, and goes on after its next start', ({ url }) =>
      smokeSession({ ALGOTHEQUE_STORE_URL: url(), ALGOTHEQUE_FILES_URL: 'mongodb:' }),
    );
  },
  'replicaSet',
);
