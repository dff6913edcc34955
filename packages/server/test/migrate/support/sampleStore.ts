import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
import { makeScratch } from '../../../../../test/support/scratchFolder.ts';
import { openLocal } from '../../../src/openLocal.ts';
import { EACH_SAVE } from '../../support/eachSave.ts';

const PASSWORD = 'analytical engine';
export const SECRET = 'a secret that goes from store to store';

/** Unusual values: key order, escapes, large and small numbers must be copied byte for byte. */
export const SOURCES: readonly unknown[] = [
  { z: 1, a: [0.1, 1e-7, 9_007_199_254_740_991], '10': 'é\u2028😀', '9': '' },
  [],
  { text: 'x'.repeat(70_000) },
  { steps: [{ kind: 'Boucle', items: [[], {}, null, true] }] },
];

export interface Sample {
  readonly dataDir: string;
  /** An access token of Ada, user 1. */
  readonly token: string;
  /** Ids of the existing algorithms. Ada owns all of them; the first is shared with Grace, user 2. */
  readonly algoIds: readonly number[];
}

/**
 * A store on the embedded defaults that a service has filled: three users, one of them deleted a moment ago, who is in the deletion log
 * only, algorithms (one shared, the last one deleted, so that its id is used up), sessions, folders, a mail that waits, and a refusal: Ada
 * wants no shares of Grace.
 */
export async function sampleStore(dataDir: string): Promise<Sample> {
  made ??= makeOnce();
  const { sample, files } = await made;
  for (const { path, mode, bytes } of files) {
    if (bytes === null) await mkdir(join(dataDir, path), { recursive: true, mode });
    else await writeFile(join(dataDir, path), bytes, { mode });
  }
  return { ...sample, dataDir };
}

/** A file, or a folder without `bytes`, which comes before what is in it. */
interface Entry {
  /** Below the data folder. */
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer | null;
}

/** Made once, because hashing passwords takes long; in memory, because the files of tests that share modules have no common end. */
let made: Promise<{ readonly sample: Sample; readonly files: readonly Entry[] }> | undefined;

async function makeOnce() {
  const root = makeScratch();
  const sample = await fill(join(root, 'data'));
  const files: Entry[] = [];
  for (const path of ['.', ...(await readdir(sample.dataDir, { recursive: true })).sort()]) {
    const stats = await stat(join(sample.dataDir, path));
    const bytes = stats.isFile() ? await readFile(join(sample.dataDir, path)) : null;
    files.push({ path, mode: stats.mode, bytes });
  }
  await rm(root, { recursive: true });
  return { sample, files };
}

async function fill(dataDir: string): Promise<Sample> {
  const { service, close } = await openLocal({
    dataDir,
    settings: { ALGOTHEQUE_SECRET: SECRET },
    policy: EACH_SAVE,
  });
  const register = (name: string) =>
    service.registerUser({
      email: `${name}@example.org`,
      password: PASSWORD,
      pseudo: `${name} \u{1F469}\u200d\u{1F4BB}"'`,
    });
  const login = async (name: string) => {
    const { token } = await service.login({ email: `${name}@example.org`, password: PASSWORD });
    return { token, caller: await service.authenticate(token) };
  };
  const ada = await register('ada');
  const grace = await register('grace');
  const deleted = await register('gone');
  const { token, caller } = await login('ada');
  const create = async (sourceCode: unknown, nom: string) =>
    (await service.createAlgo({ ownerId: ada.id, nom, sourceCode }, caller)).algo.id;
  const algoIds: number[] = [];
  for (const [index, sourceCode] of SOURCES.entries()) {
    algoIds.push(await create(index === 0 ? { before: true } : sourceCode, `Algo ${index}`)); // the first is updated below
  }
  const [shared = 0] = algoIds;
  const last = await create({ last: true }, `Algo ${SOURCES.length}`);
  const permsAlgorithme = [{ idUtilisateur: grace.id, droits: 'Read' as const }];
  const changes = { nom: 'Shared', sourceCode: SOURCES[0], permsAlgorithme };
  await service.updateAlgo({ id: shared, changes }, caller);
  await service.deleteAlgo({ id: last }, caller);
  const gone = await create({}, 'Gone');
  await service.deleteAlgo({ id: gone }, caller);
  await service.purgeAlgo({ id: gone }, caller);
  await login('grace');
  await service.leaveOwner({ id: grace.id, which: { refuse: true } }, caller);
  await service.deleteUser({ id: deleted.id }, (await login('gone')).caller);
  await close();
  await addRows(join(dataDir, 'algotheque.db'), ada.id);
  return { dataDir, token, algoIds };
}

/** Folders, and a mail that waits for a mail server. */
async function addRows(path: string, ownerId: number): Promise<void> {
  const store = openSqliteStore(path);
  const folders = [
    { id: 1, nom: 'Tris', parentId: null },
    { id: 2, nom: 'Rapides', parentId: 1 },
  ];
  await store.folders.compareAndSet(ownerId, 0, { lastId: 3, folders });
  const recipient = { id: ownerId, adresseMail: 'ada@example.org', pseudo: 'Ada é', locale: 'fr' } as const;
  const claims = { userId: ownerId, purpose: 'recover', version: 1, dateExpiration: 1_000 } as const;
  const entry = {
    recipient,
    mail: { kind: 'recover', claims },
    tries: 2,
    isSlow: true,
    isTaken: false,
    answer: '450 no',
  } as const;
  const name = '20261121T122845123Z-9f86d081884c7d65';
  await store.mails.add({ name, version: 3, date: 1, dueAt: 2, rank: 2, entry });
  await store.close();
}
