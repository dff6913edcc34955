/**
 * A whole session on a scratch folder: starts the server, registers people, confirms them from the outbox, stores, lists, shares, edits and
 * deletes the algorithms beside this file, has two people change one at the same time, restores it from its history and from the bin,
 * shares by e-mail, sorts all into folders, ends sessions, changes an address, takes all along to another account, and prints what it did.
 * Each part is a function. `npm run demo` runs it.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeAlgo, createClient, listAlgos, type RequestOf } from '@algotheque/client';
import { changeAddress, endOtherSessions, type Person } from './account.ts';
import { bringBack, takeAlong } from './archive.ts';
import { changeAtOnce } from './conflict.ts';
import { sortIntoFolders } from './folders.ts';
import { undoMistakes } from './history.ts';
import { lastToken } from './outbox.ts';
import { refusal, say } from './printing.ts';
import { acceptInvitation, shareByAddress } from './sharing.ts';
import { startServer } from './startServer.ts';

async function arrive(url: string, outbox: string, person: RequestOf<'registerUser'>['body']): Promise<Person> {
  const client = createClient({ url });
  const { data: user } = await client.call('registerUser', { body: person });
  await client.call('confirmUser', { params: { path: { token: await lastToken(outbox, 'confirm') } } });
  const { email, password } = person;
  await client.call('login', { body: { email, password } });
  say(`${person.pseudo} registered as user ${user.id}, confirmed the address from the outbox, and logged in`);
  return { id: user.id, client };
}

async function storeAll(owner: Person): Promise<Map<string, number>> {
  const folder = new URL('algorithms/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'schema.json').sort();
  const stored = new Map<string, number>();
  for (const file of files) {
    const sourceCode: Record<string, unknown> = JSON.parse(await readFile(new URL(file, folder), 'utf8'));
    const nom = file.replace(/\.json$/, '');
    const { data } = await owner.client.call('createAlgo', { body: { ownerId: owner.id, nom, sourceCode } });
    stored.set(nom, data.id);
    say(`  stored ${nom} as algorithm ${data.id}`);
  }
  return stored;
}

async function session(url: string, outbox: string): Promise<void> {
  const adaLogin = { email: 'ada@example.org', password: 'analytical engine' };
  const ada = await arrive(url, outbox, { ...adaLogin, pseudo: 'Ada' });
  const grace = await arrive(url, outbox, { email: 'grace@example.org', password: 'first compiler', pseudo: 'Grace' });
  const stored = await storeAll(ada);
  const shared = await shareFirst(ada, grace, stored);
  await changeAtOnce(ada, grace, shared);
  await undoMistakes(ada, grace, shared);
  await shareByAddress(ada, stored.get('euclide') ?? 0);
  const alan = await arrive(url, outbox, { email: 'alan@example.org', password: 'computable numbers', pseudo: 'Alan' });
  await acceptInvitation(alan, outbox);
  say(`Alan has accepted the invitation, and sees: ${(await namesSeenBy(alan)).join(', ')}`);
  await sortIntoFolders(ada, stored);
  await endOtherSessions(ada, { url, ...adaLogin });
  const newEmail = 'ada@lovelace.example';
  await changeAddress(ada, outbox, { newEmail, currentPassword: adaLogin.password });
  const archive = await takeAlong(ada);
  await ada.client.call('deleteUser', { params: { path: { id: ada.id } } });
  const left = await namesSeenBy(grace);
  say(`Ada deleted her account, and all that was hers is gone: Grace sees ${left.length} algorithms`);
  await bringBack(await arrive(url, outbox, { ...adaLogin, pseudo: 'Ada again' }), archive);
}

async function namesSeenBy({ id, client }: Person): Promise<string[]> {
  const names: string[] = [];
  for await (const { nom, droits } of listAlgos(client, id)) names.push(`${nom} (${droits})`);
  return names;
}

/** Resolves to the algorithm that Grace may change from then on. */
async function shareFirst(ada: Person, grace: Person, stored: ReadonlyMap<string, number>): Promise<number> {
  const [[nom, id] = ['', 0], [other, otherId] = ['', 0]] = stored;
  await changeAlgo(ada.client, id, () => ({ permsAlgorithme: [{ idUtilisateur: grace.id, droits: 'ReadWrite' }] }));
  say(`Ada shared ${nom} with Grace, who now sees: ${(await namesSeenBy(grace)).join(', ')}`);
  const edited = await changeAlgo(grace.client, id, (algo) => ({ nom: `${algo.nom}, read by Grace` }));
  say(`Grace renamed it to "${edited.data.nom}"`);
  say(`Grace may not delete it: ${await refusal(grace.client.call('deleteAlgo', { params: { path: { id } } }))}`);
  await ada.client.call('deleteAlgo', { params: { path: { id: otherId } } });
  say(`Ada deleted ${other}; she has ${(await namesSeenBy(ada)).length} of ${stored.size} left`);
  return id;
}

const scratch = await mkdtemp(join(tmpdir(), 'algotheque-demo-'));
try {
  const server = await startServer(scratch);
  say(`The server listens on ${server.url}, with its data in ${scratch}`);
  try {
    await session(server.url, join(scratch, 'outbox'));
  } finally {
    await server.stop();
  }
  say('The server has stopped, and the scratch folder goes with it');
} finally {
  await rm(scratch, { recursive: true, force: true });
}
