/**
 * Waits for its input to end. Then it opens the store, inserts users that other processes insert too, takes ids, and prints the results.
 */
import { readFileSync, writeSync } from 'node:fs';
import { EmailTakenError, type NewUser } from '@algotheque/domain';
import { openSqliteStore } from '../../src/index.ts';

const USERS = 50;
const IDS = 200;

writeSync(1, 'ready\n');
readFileSync(0);
const store = openSqliteStore(process.argv[2] ?? '');

const won: { readonly adresseMail: string; readonly id: number }[] = [];
for (let index = 0; index < USERS; index += 1) {
  const adresseMail = `user${index}@example.org`;
  const id = await insert({
    adresseMail,
    mdpHash: 'hash',
    pseudo: 'Ada',
    dateInscription: 0,
    isVerified: false,
    urlPfp: null,
    locale: null,
    due: [],
  });
  if (id !== null) won.push({ adresseMail, id });
}
const algoIds: number[] = [];
while (algoIds.length < IDS) algoIds.push(await store.algos.nextId());
await store.close();
writeSync(1, `${JSON.stringify({ won, algoIds })}\n`);

async function insert(user: NewUser): Promise<number | null> {
  try {
    return (await store.users.insert(user)).id;
  } catch (error) {
    if (error instanceof EmailTakenError) return null;
    throw error;
  }
}
