import { createHash } from 'node:crypto';
import { UnavailableError } from '@algotheque/domain';
import type { Document } from 'mongodb';
import { expect } from 'vitest';
import { BrokenDocumentError, type MongoStore } from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newAlgo, newToken, newUser } from './support/samples.ts';
import { told } from './support/told.ts';

const SECRET = 'goldfinger';
const DIGEST = `digest00-${SECRET}`;
const KEY = createHash('sha256').update('key').digest('hex');
const RULE = { limit: 2, windowMs: 60_000 };

/** What is edited, what is then not as it should be, and who notices. */
interface Edit {
  readonly collection: string;
  readonly id: number | string;
  readonly update: Document;
  readonly broken: string;
  readonly notice: (store: MongoStore) => Promise<unknown>;
}

const exported = async (store: MongoStore, kind: 'user' | 'algo' | 'deletion' | 'lastId') => {
  for await (const rows of store.portable.exportRows(kind)) expect(rows).toBe('never reached');
};

const user = (update: Document, broken: string, notice: Edit['notice'] = ({ users }) => users.findById(1)): Edit => ({
  collection: 'users',
  id: 1,
  update,
  broken,
  notice,
});
const algo = (update: Document, broken: string, notice: Edit['notice'] = ({ algos }) => algos.findById(1)): Edit => ({
  collection: 'algos',
  id: 1,
  update,
  broken,
  notice,
});
const limit = (update: Document, broken: string, notice: Edit['notice']): Edit => ({
  collection: 'limits',
  id: KEY,
  update,
  broken,
  notice,
});
const hit: Edit['notice'] = ({ limiter }) => limiter.hit('key', RULE, Date.now());
const take: Edit['notice'] = ({ limiter }) => limiter.take('key', RULE, Date.now());

const EDITS: readonly Edit[] = [
  user({ $set: { pseudo: 7 } }, 'pseudo'),
  user({ $unset: { mdpHash: '' } }, 'mdpHash'),
  user({ $set: { mdpHash: [SECRET] } }, 'mdpHash', ({ users }) => users.findByEmail('ada@example.org')),
  user({ $set: { dateInscription: SECRET } }, 'dateInscription'),
  user({ $set: { isVerified: 'yes' } }, 'isVerified'),
  user({ $unset: { urlPfp: '' } }, 'urlPfp'),
  user({ $set: { credentialsVersion: 1.5 } }, 'credentialsVersion'),
  user({ $set: { 'confirmationDue.locale': SECRET } }, 'confirmationDue.locale'),
  user({ $unset: { deleted: '' } }, 'deleted', ({ users }) => users.existing([1, 2])),
  user({ $set: { deleted: 'no' } }, 'deleted', (store) => exported(store, 'user')),
  algo({ $set: { nom: null } }, 'nom'),
  algo({ $set: { version: '1' } }, 'version', ({ algos }) => algos.findByRef('ref 1')),
  algo({ $unset: { ref: '' } }, 'ref'),
  algo({ $set: { permsAlgorithme: { idUtilisateur: 2 } } }, 'permsAlgorithme', ({ algos }) => algos.removeRights(2)),
  algo({ $set: { permsAlgorithme: [{ idUtilisateur: 2, droits: 'Owner' }] } }, 'permsAlgorithme.0.droits', (store) =>
    store.algos.listAccessible({ by: 2, seenBy: 2 }),
  ),
  algo({ $set: { permsAlgorithme: [null] } }, 'permsAlgorithme.0', ({ algos }) => algos.listByOwner(1, 9)),
  algo({ $set: { dateCreation: SECRET } }, 'dateCreation', (store) => exported(store, 'algo')),
  {
    collection: 'folders',
    id: 1,
    update: { $set: { parentId: SECRET } },
    broken: 'parentId',
    notice: ({ folders }) => folders.listByOwner(1),
  },
  {
    collection: 'tokens',
    id: DIGEST,
    update: { $set: { dateExpiration: SECRET } },
    broken: 'dateExpiration',
    notice: ({ tokenStore }) => tokenStore.find(DIGEST),
  },
  {
    collection: 'deletions',
    id: 7,
    update: { $unset: { date: '' } },
    broken: 'date',
    notice: (store) => exported(store, 'deletion'),
  },
  ...(['user', 'algo', 'folder'] as const).map(
    (id): Edit => ({
      collection: 'counters',
      id,
      update: { $set: { last: SECRET } },
      broken: 'last',
      notice: ({ users, algos, folders }) => {
        if (id === 'user') return users.insert(newUser({ adresseMail: 'grace@example.org' }));
        return id === 'algo' ? algos.nextId() : folders.insert({ nom: 'other', ownerId: 1, parentId: null });
      },
    }),
  ),
  limit({ $set: { end: SECRET } }, 'end', hit),
  limit({ $set: { count: SECRET } }, 'count', hit),
  limit({ $set: { count: SECRET, end: 1 } }, 'count', hit),
  limit({ $set: { leases: SECRET } }, 'leases', take),
  limit({ $set: { leases: [SECRET] } }, 'leases', take),
  limit({ $set: { until: SECRET } }, 'until', ({ limiter }) => limiter.remembers('key', Date.now())),
];

/** A store with a document of each kind. */
async function filled({ open }: Scratch): Promise<{ readonly store: MongoStore; readonly ref: string }> {
  const store = await open();
  await store.users.insert(newUser({ confirmationDue: { date: 1, locale: 'en' } }));
  const permsAlgorithme = [{ idUtilisateur: 2, droits: 'Read' as const }];
  await store.algos.insert(newAlgo(await store.algos.nextId(), { permsAlgorithme }));
  await store.folders.insert({ nom: 'root', ownerId: 1, parentId: null });
  await store.tokenStore.insert(newToken(DIGEST));
  await store.deletions.add({ userId: 7, date: 1 });
  await store.limiter.take('key', RULE, Date.now());
  await store.limiter.hit('key', RULE, Date.now());
  return { store, ref: await store.files.stage(new TextEncoder().encode('{}')) };
}

/** The document that names what is broken, as the cause of an answer 503, and nothing that is in it. */
async function expectBroken(work: Promise<unknown>, name: string): Promise<void> {
  const error: unknown = await work.catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(UnavailableError);
  const { cause } = error as Error; // it is one
  expect(cause, name).toBeInstanceOf(BrokenDocumentError);
  expect((cause as Error).message).toContain(name);
  expect(told(error)).not.toContain(SECRET);
}

describeMongo('a document that was edited by hand', ({ withScratch }) => {
  withScratch('is named by the 503 that it costs, and not overwritten', async (scratch) => {
    const { store } = await filled(scratch);
    for (const { collection, id, update, broken, notice } of EDITS) {
      const documents = scratch.db.collection<{ _id: number | string }>(collection);
      const whole = await documents.findOne({ _id: id });
      await documents.updateOne({ _id: id }, update);
      const edited = await documents.findOne({ _id: id });
      expect(edited, collection).not.toEqual(whole);
      const shownId = collection === 'tokens' ? 'digest00' : id;
      await expectBroken(notice(store), `${collection}/${shownId}: ${broken} is not`);
      expect(await documents.findOne({ _id: id }), broken).toEqual(edited);
      if (whole !== null) await documents.replaceOne({ _id: id }, whole);
    }
    expect(await store.users.findById(1), 'mended').not.toBeNull();
  });

  withScratch('is noticed in content, by its type and by its digest', async (scratch) => {
    const { store, ref } = await filled(scratch);
    const contents = scratch.db.collection<{ _id: string }>('contents');
    await contents.updateOne({ _id: ref }, { $set: { bytes: SECRET } });
    await expectBroken(store.files.read(1, ref), `contents/${ref}: bytes is not binary data`);
    await contents.updateOne({ _id: ref }, { $set: { bytes: Buffer.from(SECRET) } });
    await expectBroken(store.files.read(1, ref), `contents/${ref}: bytes do not have the SHA-256`);
  });

  withScratch('is reported where work goes on in the background, and holds up no other', async (scratch) => {
    const { store } = await filled(scratch);
    const { db, problems } = scratch;
    await store.deletions.add({ userId: 8, date: 2 });
    await store.users.insert(newUser({ adresseMail: 'b@example.org', confirmationDue: { date: 2, locale: 'fr' } }));
    await db.collection<{ _id: number }>('deletions').updateOne({ _id: 7 }, { $set: { date: SECRET } });
    await db.collection<{ _id: number }>('users').updateOne({ _id: 1 }, { $unset: { deleted: '' } });
    await db.collection('staging').updateOne({}, { $unset: { change: '' } });
    await store.files.stage(new Uint8Array());
    await db.collection('staging').updateOne({ change: 'stage' }, { $set: { date: SECRET } });
    expect(await store.deletions.list()).toEqual([{ userId: 8, date: 2 }]);
    expect(await store.users.listConfirmationDue({ before: 9, limit: 9 })).toMatchObject([{ id: 2 }]);
    expect(await store.files.pending(Number.MAX_SAFE_INTEGER)).toEqual([]);
    expect(problems.map((problem) => told(problem))).toEqual([
      expect.stringContaining('deletions/7: date'),
      expect.stringContaining('users/1: deleted'),
      expect.stringMatching(/staging\/.*: (change|date)/),
      expect.stringMatching(/staging\/.*: (change|date)/),
    ]);
    for (const problem of problems) expect(told(problem)).not.toContain(SECRET);
  });

  withScratch('stops a start when it is about the database as a whole', async ({ open, db }) => {
    const meta = db.collection<{ _id: string }>('meta');
    const options = { secretFingerprint: 'one', fileStore: 'mongodb' } as const;
    await (await open(options)).close();
    for (const [_id, field] of [
      ['schema', 'version'],
      ['secret', 'fingerprint'],
      ['files', 'owner'],
    ] as const) {
      const whole = await meta.findOne({ _id });
      await meta.updateOne({ _id }, { $set: { [field]: [SECRET] } });
      const refused: unknown = await open(options).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(BrokenDocumentError);
      expect(told(refused)).toContain(`meta/${_id}: ${field} is not`);
      expect(told(refused)).not.toContain(SECRET);
      expect(await meta.findOne({ _id }), 'not overwritten').toMatchObject({ [field]: [SECRET] });
      if (whole !== null) await meta.replaceOne({ _id }, whole);
    }
    await open(options);
  });

  withScratch('is noticed by a counter that was set back: no user becomes another', async (scratch) => {
    const { store } = await filled(scratch);
    const ada = await store.users.findById(1);
    const reset = () => scratch.db.collection<{ _id: string }>('counters').updateMany({}, { $set: { last: 0 } });
    await reset();
    await expectBroken(store.users.insert(newUser({ adresseMail: 'b@example.org' })), 'users/1 is there');
    await reset();
    await expect(store.users.insert(newUser({ pseudo: 'Eve' }))).rejects.toMatchObject({ name: 'EmailTakenError' });
    await reset();
    await expectBroken(store.algos.insert(newAlgo(await store.algos.nextId(), { ref: 'other' })), 'algos/1 is there');
    await expectBroken(store.folders.insert({ nom: 'other', ownerId: 9, parentId: null }), 'folders/1 is there');
    expect(await store.users.findById(1)).toEqual(ada);
  });
});
