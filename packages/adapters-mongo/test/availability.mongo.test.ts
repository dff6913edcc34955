import { expect, it } from 'vitest';
import { findMongo, HOW_TO_GET_ONE } from './support/mongoServer.ts';

it('a MongoDB server is available for tests, or a message says how to get one', async () => {
  const provider = await findMongo();
  if (provider === null && process.env['CI'] === undefined) console.warn(`SKIPPED: ${HOW_TO_GET_ONE}`);
  else expect(provider, HOW_TO_GET_ONE).not.toBeNull();
});

it('the URL comes before the command, and the command before Docker', async () => {
  const command = await findMongo({ TEST_MONGODB_COMMAND: 'start' });
  expect(command).toMatchObject({ isControlled: true, modes: ['replicaSet', 'standalone'] });
  await expect(findMongo({ TEST_MONGODB_URL: 'not a URL', TEST_MONGODB_COMMAND: 'start' })).rejects.toThrow(
    'Invalid scheme',
  );
});
