import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/index.ts';
import { EACH_SAVE } from './support/eachSave.ts';
import { statementCost } from './support/statementCost.ts';

const FROM = { address: '192.0.2.1' };
const ADA = { email: 'ada@example.org', password: 'correct horse', pseudo: 'Ada' };
const ALGO = { nom: 'Sort', sourceCode: { steps: [] } };

/**
 * The statements of a request on the embedded database, with its session check and the steps behind its answer. Syncs of
 * the disk are counted in `syncs.process.test.ts`, commands to MongoDB in `packages/adapters-mongo/test/commandsOfRequests.mongo.test.ts`.
 * What has an audit event has one write in a commit of its own for it, which no request waits for, and no sync.
 */
const COSTS = {
  register: { reads: 4, writes: 5, commits: 5 },
  login: { reads: 7, writes: 6, commits: 6 },
  'session check': { reads: 2, writes: 0, commits: 0 },
  'own user': { reads: 4, writes: 0, commits: 0 },
  create: { reads: 6, writes: 2, commits: 2 },
  read: { reads: 3, writes: 0, commits: 0 }, // its content is in memory
  list: { reads: 5, writes: 0, commits: 0 },
  update: { reads: 6, writes: 2, commits: 1 },
  delete: { reads: 3, writes: 3, commits: 2 },
  logout: { reads: 2, writes: 2, commits: 2 },
};

it('each request runs these numbers of statements and commits on the embedded database', async () => {
  const { service, close } = await openLocal({
    dataDir: scratchFolder(),
    policy: EACH_SAVE, // an update keeps the former version
  });
  const { id: ownerId } = await service.registerUser(ADA, FROM);
  await service.login(ADA, FROM); // the next login is from a known address
  const { token } = await service.login(ADA, FROM);
  const enter = async () => ({ ...FROM, ...(await service.authenticate(token)) });
  const { algo } = await service.createAlgo({ ownerId, ...ALGO }, await enter());
  const { id } = algo;
  await service.settled();

  const requests: Readonly<Record<keyof typeof COSTS, () => Promise<unknown>>> = {
    register: () => service.registerUser({ ...ADA, email: 'grace@example.org' }, FROM),
    login: () => service.login(ADA, FROM),
    'session check': enter,
    'own user': async () => service.getOwnUser(await enter()),
    create: async () => service.createAlgo({ ownerId, ...ALGO }, await enter()),
    read: async () => service.getAlgo({ id }, await enter()),
    list: async () => service.listAlgos({ id: ownerId }, await enter()),
    update: async () => service.updateAlgo({ id, changes: { ...ALGO, sourceCode: { step: [] } } }, await enter()),
    delete: async () => service.deleteAlgo({ id }, await enter()),
    logout: async () => service.logout(await enter()),
  };
  const costs: Record<string, unknown> = {};
  for (const [name, request] of Object.entries(requests)) {
    costs[name] = await statementCost(async () => {
      await request();
      await service.settled();
    });
  }
  await close();
  expect(costs).toEqual(COSTS);
});
