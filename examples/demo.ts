/**
 * A whole session on a scratch folder: starts the server, registers two people, confirms them from the outbox, stores,
 * lists, shares, edits and deletes the algorithms beside this file, and prints what it did. `npm run demo` runs it.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from './client.ts';
import { lastLink } from './outbox.ts';
import { startServer } from './startServer.ts';

interface Person {
  readonly id: number;
  readonly client: Client;
}

const say = (line: string): void => console.log(line);

async function arrive(
  api: string,
  outbox: string,
  person: { email: string; password: string; pseudo: string },
): Promise<Person> {
  const guest = new Client(api);
  const user = await guest.call<{ id: number }>('POST', '/users/register', person);
  await guest.follow(await lastLink(outbox, 'confirm'));
  const { email, password } = person;
  const { token } = await guest.call<{ token: string }>('POST', '/users/login', { email, password });
  say(`${person.pseudo} registered as user ${user.id}, confirmed the address from the outbox, and logged in`);
  return { id: user.id, client: new Client(api, token) };
}

async function storeAll(owner: Person): Promise<Map<string, number>> {
  const folder = new URL('algorithms/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'schema.json').sort();
  const stored = new Map<string, number>();
  for (const file of files) {
    const sourceCode: unknown = JSON.parse(await readFile(new URL(file, folder), 'utf8'));
    const nom = file.replace(/\.json$/, '');
    const { id } = await owner.client.call<{ id: number }>('POST', '/algos', { ownerId: owner.id, nom, sourceCode });
    stored.set(nom, id);
    say(`  stored ${nom} as algorithm ${id}`);
  }
  return stored;
}

async function session(api: string, outbox: string): Promise<void> {
  const ada = await arrive(api, outbox, { email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' });
  const grace = await arrive(api, outbox, { email: 'grace@example.org', password: 'first compiler', pseudo: 'Grace' });
  const stored = await storeAll(ada);
  await shareFirst(ada, grace, stored);
  await ada.client.call('DELETE', `/users/${ada.id}`);
  const left = await grace.client.call<unknown[]>('GET', `/algos/byUserId/${grace.id}`);
  say(`Ada deleted her account, and all that was hers is gone: Grace sees ${left.length} algorithms`);
}

interface Algo {
  readonly id: number;
  readonly nom: string;
  readonly droits: string;
  readonly sourceCode: unknown;
}

async function shareFirst(ada: Person, grace: Person, stored: ReadonlyMap<string, number>): Promise<void> {
  const [[nom, id] = ['', 0], [other, otherId] = ['', 0]] = stored;
  const { sourceCode } = await ada.client.call<Algo>('GET', `/algos/${id}`);
  const permsAlgorithme = [{ idUtilisateur: grace.id, droits: 'ReadWrite' }];
  await ada.client.call('PUT', `/algos/${id}`, { nom, sourceCode, permsAlgorithme });
  const seen = await grace.client.call<Algo[]>('GET', `/algos/byUserId/${grace.id}`);
  say(`Ada shared ${nom} with Grace, who now sees: ${seen.map((algo) => `${algo.nom} (${algo.droits})`).join(', ')}`);
  const edited = await grace.client.call<Algo>('PUT', `/algos/${id}`, { nom: `${nom}, read by Grace`, sourceCode });
  say(`Grace renamed it to "${edited.nom}"`);
  const refused = await grace.client.refusal('DELETE', `/algos/${id}`);
  say(`Grace may not delete it: ${refused}`);
  await ada.client.call('DELETE', `/algos/${otherId}`);
  const left = await ada.client.call<Algo[]>('GET', `/algos/byUserId/${ada.id}`);
  say(`Ada deleted ${other}; she has ${left.length} of ${stored.size} left`);
}

const scratch = await mkdtemp(join(tmpdir(), 'algotheque-demo-'));
try {
  const server = await startServer(scratch);
  say(`The server listens on ${server.url}, with its data in ${scratch}`);
  try {
    await session(`${server.url}/api`, join(scratch, 'outbox'));
  } finally {
    await server.stop();
  }
  say('The server has stopped, and the scratch folder goes with it');
} finally {
  await rm(scratch, { recursive: true, force: true });
}
