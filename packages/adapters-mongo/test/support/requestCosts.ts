import { type Caller, createService, type Service, systemClock } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { openMongoStore } from '../../src/index.ts';
import { type RequestCost, WaitCounter } from './waits.ts';

const EMAIL = 'counted@example.org';
const PASSWORD = 'correct horse battery staple';

/** Counts what each request sends to the database, with content in the database and the default limits. */
export async function requestCosts(url: string, sourceCode: unknown): Promise<readonly RequestCost[]> {
  const store = openMongoStore({ url: `${url}${url.includes('?') ? '&' : '?'}monitorCommands=true` });
  await store.ready();
  const { users, dueWork, algos, bin, history, folders, sessionStore, limiter, deletions, contentStore } = store;
  const stored = { users, dueWork, algos, bin, history, folders, sessionStore, limiter, deletions, contentStore };
  const ports = { ...memoryPorts(), ...stored, clock: systemClock };
  const service = createService(ports);
  const other = createService(ports); // has no content in memory
  const counter = new WaitCounter();
  try {
    await counter.warm(() => contentStore.read(1, 'none')); // reads of contents are a command each
    await session({ service, other }, counter, sourceCode);
    return counter.costs;
  } finally {
    counter.end();
    await Promise.all([service.close(), other.close()]);
    await store.close();
  }
}

/** The calls that the routes make: every request with a token authenticates first. */
async function session(
  { service, other }: Readonly<Record<'service' | 'other', Service>>,
  counter: WaitCounter,
  sourceCode: unknown,
): Promise<void> {
  const guest: Caller = { address: '192.0.2.1' };
  const settled = () => service.settled();
  const count = <Result>(request: string, work: () => Promise<Result>) => counter.count(request, work, settled);
  const credentials = { email: EMAIL, password: PASSWORD };
  await service.registerUser({ email: 'before@example.org', password: PASSWORD, pseudo: 'First' }, guest);
  await count('register', () => service.registerUser({ ...credentials, pseudo: 'Counted' }, guest));
  await count('login, first from an address', () => service.login(credentials, guest));
  const { token, utilisateur } = await count('login', () => service.login(credentials, guest));
  const enter = async (): Promise<Caller> => ({ ...guest, ...(await service.authenticate(token)) });
  const fields = { nom: 'Tri rapide', sourceCode, ownerId: utilisateur.id };
  await service.createAlgo(fields, await enter()); // the first one reserves ids, and is the first request of the session
  const { algo } = await count('create', async () => service.createAlgo(fields, await enter()));
  const { id } = algo;
  await count('read', async () => other.getAlgo({ id }, await enter()));
  await count('read, unchanged (304)', async () => service.getAlgo({ id, unlessVersion: [1] }, await enter()));
  await count('list', async () => service.listAlgos({ id: utilisateur.id, page: { limit: 100 } }, await enter()));
  // The first one reads the sum of the versions.
  await service.updateAlgo({ id, changes: { ...fields, sourceCode: [sourceCode] } }, await enter());
  await settled();
  await count('update', async () => service.updateAlgo({ id, changes: fields }, await enter()));
  const larger = { ...fields, sourceCode: [sourceCode, sourceCode] };
  await count('update, larger', async () => service.updateAlgo({ id, changes: larger }, await enter()));
  await count('delete', async () => service.deleteAlgo({ id }, await enter()));
  await count('profile', async () => service.getUser(utilisateur.id, await enter()));
  await count('own profile, with the quota', async () => service.getOwnUser(await enter()));
  await count('logout', async () => service.logout(await enter()));
}
