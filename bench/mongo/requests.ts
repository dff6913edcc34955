import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller, Service } from '@algotheque/domain';
import { openLocal } from 'algotheque';
import { onCommand } from './driver.ts';

/** The operations of one request: how often each `collection.command` was sent. */
export interface RequestCost {
  readonly request: string;
  readonly sent: ReadonlyMap<string, number>;
}

/** The commands of the service in the background, and those that the driver sends by itself. */
const NOT_OF_A_REQUEST = /^servers\.|\.(hello|ping|endSessions)$/;

const EMAIL = 'counted@example.org';
const PASSWORD = 'correct horse battery staple';

/** Counts the commands that each request sends to the database, with content in the database and the default limits. */
export async function requestCosts(url: string, sourceCode: unknown): Promise<readonly RequestCost[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'algotheque-bench-'));
  const monitored = `${url}${url.includes('?') ? '&' : '?'}monitorCommands=true`;
  const settings = { ALGOTHEQUE_STORE_URL: monitored, ALGOTHEQUE_FILES_URL: 'mongodb:' };
  const counter = new Counter();
  const { service, close } = await openLocal({ dataDir, settings });
  try {
    await session(service, counter, sourceCode);
    return counter.costs;
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

class Counter {
  readonly costs: RequestCost[] = [];
  readonly #sent = new Map<string, number>();

  constructor() {
    onCommand(({ commandName, command }) => {
      const key = `${String(command[commandName])}.${commandName}`;
      if (!NOT_OF_A_REQUEST.test(key)) this.#sent.set(key, (this.#sent.get(key) ?? 0) + 1);
    });
  }

  async count<Result>(request: string, work: () => Promise<Result>): Promise<Result> {
    this.#sent.clear();
    const result = await work();
    this.costs.push({ request, sent: new Map(this.#sent) });
    return result;
  }
}

/** The calls that the routes make: every request with a token authenticates first. */
async function session(service: Service, counter: Counter, sourceCode: unknown): Promise<void> {
  const guest: Caller = { address: '192.0.2.1' };
  const count = counter.count.bind(counter);
  const credentials = { email: EMAIL, password: PASSWORD };
  await service.registerUser({ email: 'before@example.org', password: PASSWORD, pseudo: 'First' }, guest);
  await count('register', () => service.registerUser({ ...credentials, pseudo: 'Counted' }, guest));
  await count('login, first from an address', () => service.login(credentials, guest));
  const { token, utilisateur } = await count('login', () => service.login(credentials, guest));
  const enter = async (): Promise<Caller> => ({ ...guest, ...(await service.authenticate(token)) });
  const fields = { nom: 'Tri rapide', sourceCode, ownerId: utilisateur.id };
  await service.createAlgo(fields, await enter()); // the first one makes the document that counts ids
  const { algo } = await count('create', async () => service.createAlgo(fields, await enter()));
  const { id } = algo;
  await count('read', async () => service.getAlgo({ id }, await enter()));
  await count('read, unchanged (304)', async () => service.getAlgo({ id, unlessVersion: [1] }, await enter()));
  await count('list', async () => service.listAlgos({ id: utilisateur.id, page: { limit: 100 } }, await enter()));
  await count('update', async () => service.updateAlgo({ id, changes: fields }, await enter()));
  await count('delete', async () => service.deleteAlgo({ id }, await enter()));
  await count('profile', async () => service.getUser(utilisateur.id, await enter()));
  await count('logout', async () => service.logout(await enter()));
}
