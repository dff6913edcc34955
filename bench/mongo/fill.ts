import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { MongoStore } from '@algotheque/adapters-mongo';
import { SourceText, type StoredGrant } from '@algotheque/domain';

export interface Filling {
  readonly users: number;
  readonly sessionsPerUser: number;
  readonly algosPerUser: number;
}

const AT_ONCE = 32;
const DAY_MS = 86_400_000;

/** One algorithm in this many is shared with another user. */
const SHARED_ONE_IN = 5;

/** Fills a store through its ports with users and data as a real service would have them. */
export async function fill(store: MongoStore, filling: Filling): Promise<void> {
  const contents = await exampleContents();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < filling.users) {
      next += 1;
      await addUser(store, { filling, contents, number: next });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** The contents of examples/algorithms as compact JSON, the form in which the service stores them. */
export async function exampleContents(): Promise<readonly Uint8Array[]> {
  const folder = new URL('../../examples/algorithms/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'schema.json');
  const texts = await Promise.all(names.sort().map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.map((text) => SourceText.of(JSON.parse(text)).bytes);
}

interface Addition {
  readonly filling: Filling;
  readonly contents: readonly Uint8Array[];
  readonly number: number;
}

async function addUser(store: MongoStore, { filling, contents, number }: Addition): Promise<void> {
  const now = Date.now();
  const adresseMail = `prenom.nom${number}@example.org`;
  const { id } = await store.users.insert({
    adresseMail,
    mdpHash: hashLike(),
    pseudo: `Prénom Nom ${number}`,
    dateInscription: now,
    isVerified: true,
    urlPfp: number % 2 === 0 ? `https://images.example.org/profiles/${number}.png` : null,
    locale: null,
    due: [],
  });
  await store.limiter.remember(`known:192.0.2.1:${adresseMail}`, now + 30 * DAY_MS);
  for (let count = 0; count < filling.sessionsPerUser; count += 1) await addSession(store, id, now);
  for (let count = 0; count < filling.algosPerUser; count += 1) {
    const serial = number * filling.algosPerUser + count;
    await addAlgo(store, { ownerId: id, serial, content: contents[serial % contents.length] ?? new Uint8Array() });
  }
}

/** Random, and as long as a hash with the default cost: argon2id in PHC form, 16 bytes of salt, 32 bytes of hash. */
function hashLike(): string {
  const part = (length: number): string => randomBytes(length).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=19456,t=2,p=1$${part(16)}$${part(32)}`;
}

async function addSession(store: MongoStore, userId: number, now: number): Promise<void> {
  const dates = { dateCreation: now, dateUtilisation: now, dateExpiration: now + 2 * DAY_MS };
  const origin = { client: 'Firefox, Windows', address: '192.0.2.0/24' };
  const digest = randomBytes(32).toString('hex');
  await store.sessionStore.insert({ digest, userId, credentialsVersion: 1, ...dates, ...origin });
}

async function addAlgo(
  { algos, contentStore }: MongoStore,
  { ownerId, serial, content }: { readonly ownerId: number; readonly serial: number; readonly content: Uint8Array },
): Promise<void> {
  const now = Date.now();
  const ref = await contentStore.stage(content, null);
  const id = await algos.nextId();
  const isShared = serial % SHARED_ONE_IN === 0 && ownerId > 1;
  const permsAlgorithme: StoredGrant[] = isShared ? [{ idUtilisateur: ownerId - 1, droits: 'Read', date: now }] : [];
  const dates = { dateCreation: now, dateModification: now, dateSource: now };
  const source = { ref, contentBytes: content.length, modifiedBy: ownerId };
  await algos.insert({ id, nom: `Tri rapide, essai ${serial}`, ...dates, ownerId, permsAlgorithme, ...source });
  await contentStore.publish(id, ref);
}
