import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newPerson, PASSWORD, type Person, send } from '@algotheque/testing/httpClient';
import type { Held } from '@algotheque/testing/worlds';
import { expect, it } from 'vitest';
import { AccountLedger, type KnownAccount } from './support/killLoop/accountLedger.ts';
import { AlgoLedger } from './support/killLoop/algoLedger.ts';
import { expectHeld } from './support/killLoop/expectHeld.ts';
import { sqlitePlace } from './support/killLoop/sqlitePlace.ts';
import { startServer } from './support/serverProcess.ts';

it('the checks of the kill loops find a write that was answered and is gone', { timeout: 300_000 }, async () => {
  const place = await sqlitePlace();
  const { ALGOTHEQUE_DATA_DIR: dir = '' } = place.env;
  const [algos, loggedIn, registered] = [new AlgoLedger(), new AccountLedger(), new AccountLedger()];
  const server = await startServer(place.env);
  const ada = await newPerson(server.url);
  const bob = await newPerson(server.url);
  const created = await create(server.url, algos, ada);
  const changed = await create(server.url, algos, bob);
  await change(server.url, algos, changed);
  const { email: user } = await account(server.url, loggedIn.add());
  registered.add(); // the names of both ledgers begin in the same way
  const deleted = await account(server.url, registered.add());
  deleted.session = null;
  for (const owner of [ada, bob]) await algos.expectKept(server.url, owner, () => true);
  await server.stop('SIGKILL');

  // What a crash would leave that loses the last write of each.
  const db = new DatabaseSync(join(dir, 'algotheque.db'));
  db.prepare('DELETE FROM algos WHERE id = ?').run(created.id);
  db.prepare('UPDATE algos SET nom = ?, version = 1 WHERE id = ?').run(changed.nom, changed.id);
  db.prepare('DELETE FROM tokens WHERE userId = (SELECT id FROM users WHERE adresseMail = ?)').run(user);
  db.prepare('DELETE FROM users WHERE adresseMail = ?').run(deleted.email);
  db.close();
  rmSync(join(dir, 'algos', `${created.id}.json`), { force: true });

  const next = await startServer(place.env);
  await expect(algos.expectKept(next.url, ada, () => true)).rejects.toThrow(`Algorithm ${created.id} is null, not`);
  await expect(algos.expectKept(next.url, bob, () => true)).rejects.toThrow(
    `Algorithm ${changed.id} is ${changed.nom}, not`,
  );
  await expect(loggedIn.expectKept(next.url)).rejects.toThrow(`the session of ${user}`);
  await expect(registered.expectKept(next.url)).rejects.toThrow(`${deleted.email} can no longer log in`);
  await next.stop();

  const found = await place.held();
  expect(() => expectHeld(found, namesOf(found), emailsOf(found))).toThrow(`algorithm ${changed.id}`); // its content is newer
  const held = without(found, changed.id);
  const names = namesOf(held);
  const emails = emailsOf(held);
  expect(() => expectHeld(held, names, emails)).not.toThrow();
  expect(() => expectHeld(held, new Map([...names, [created.id, created.nom]]), emails)).toThrow('to deeply equal');
  expect(() => expectHeld(held, names, [...emails, deleted.email])).toThrow('to deeply equal');
  expect(() => expectHeld({ ...held, published: new Map([[created.id, content]]) }, names, emails)).toThrow(
    'to deeply equal',
  );
  expect(() => expectHeld({ ...held, unfinished: ['staged'] }, names, emails)).toThrow('to deeply equal');
});

const content = { ref: '', content: new Uint8Array() };

const namesOf = ({ algos }: Held) => new Map(algos.map(({ id, nom }) => [id, nom]));
const emailsOf = ({ users }: Held) => users.map(({ adresseMail }) => adresseMail);

function without(held: Held, algo: number): Held {
  const published = new Map([...held.published].filter(([id]) => id !== algo));
  return { ...held, algos: held.algos.filter(({ id }) => id !== algo), published };
}

interface Created {
  readonly id: number;
  readonly nom: string;
  readonly owner: Person;
}

async function create(url: string, ledger: AlgoLedger, owner: Person): Promise<Created> {
  const nom = ledger.newName();
  const json = { ownerId: owner.id, nom, sourceCode: { nom } };
  const { data } = await send(url, 'POST /api/algos', { token: owner.token, json });
  const { id } = data as { id: number }; // this route answers it
  ledger.created(nom, { id, owner, writer: owner.id });
  return { id, nom, owner };
}

async function change(url: string, ledger: AlgoLedger, { id, owner }: Created): Promise<void> {
  const nom = ledger.newName();
  const json = { nom, sourceCode: { nom } };
  expect((await send(url, `PUT /api/algos/${id}`, { token: owner.token, json })).status).toBe(200);
  for (const algo of ledger.ofWriter(owner.id)) algo.states = [{ nom, version: 2 }];
}

/** Registers an account of a ledger, and logs in. */
async function account(url: string, known: KnownAccount): Promise<KnownAccount> {
  const { id: userId, token } = await newPerson(url, { email: known.email });
  return Object.assign(known, {
    passwords: [PASSWORD],
    isAcknowledged: true,
    session: { token, userId, isValid: true },
  });
}
