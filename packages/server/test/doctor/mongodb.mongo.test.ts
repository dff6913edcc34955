import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMongo, type Scratch } from '@algotheque/testing/mongo';
import { expect } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { openLocal } from '../../src/openLocal.ts';
import { move } from '../migrate/support/move.ts';
import { mongoAt, sqliteIn } from '../migrate/support/places.ts';
import { SECRET, sampleStore } from '../migrate/support/sampleStore.ts';
import { codesOf, examined } from './support/examined.ts';

/** The sample store on MongoDB, and how it is examined. `files`: a folder for the content, in place of the database. */
async function scene({ url }: Scratch, files?: string) {
  const scratch = scratchFolder();
  const dataDir = join(scratch, 'server');
  await mkdir(dataDir);
  const { dataDir: source } = await sampleStore(join(scratch, 'source'));
  const filesUrl = files === undefined ? 'mongodb:' : `file:${join(dataDir, files)}`;
  await move(sqliteIn(source), mongoAt(url(), files && filesUrl));
  const settings = { ALGOTHEQUE_STORE_URL: url(), ALGOTHEQUE_FILES_URL: filesUrl, ALGOTHEQUE_SECRET: SECRET };
  const examine = (repair = false, more = {}) => examined(dataDir, { repair, settings: { ...settings, ...more } });
  return { dataDir, settings, examine };
}

const documents = ({ db }: Scratch, name: string) => db.collection<{ _id: number | string }>(name);

const content = (text: string) => ({
  _id: `${'0'.repeat(32)}-${createHash('sha256').update(text).digest('hex')}`,
  bytes: Buffer.from(text),
});

/** Every kind of damage once. */
async function damage(scratch: Scratch): Promise<void> {
  const set = (name: string, _id: number | string, update: object) =>
    documents(scratch, name).updateOne({ _id }, { $set: update });
  const refOf = async (_id: number) =>
    `${(await scratch.db.collection<{ _id: number; ref: string }>('algos').findOne({ _id }))?.ref}`;
  const contents = [
    content('[1]'),
    { ...content('[2]'), unfinished: true, staged: { date: 1 } },
    { ...content('[3]'), unfinished: true, staged: { date: Date.now() } },
  ];
  await documents(scratch, 'contents').insertMany(contents);
  await documents(scratch, 'deletions').deleteMany({});
  const expireAt = new Date(9_000_000_000_000);
  const dates = { dateCreation: 1, dateUtilisation: 1, dateExpiration: expireAt.getTime(), expireAt };
  const session = { _id: 'd1', userId: 3, credentialsVersion: 1, client: null, address: null, ...dates };
  await documents(scratch, 'tokens').insertOne(session);
  await set('algos', 1, { permsAlgorithme: [{ idUtilisateur: 3, droits: 'Read', date: 1 }] });
  await documents(scratch, 'contents').deleteOne({ _id: await refOf(2) });
  await set('algos', 3, { contentBytes: 5 });
  await set('contents', await refOf(4), { bytes: Buffer.from('{}') });
  await set('users', 2, { pseudo: 7 });
  await set('counters', 'user', { last: 'none' });
}

/** What a look finds after `damage`. */
const FOUND = [
  'content-damaged',
  'content-missing',
  'content-size',
  'content-without-record',
  'counter-behind',
  'grant-without-user',
  'record-damaged',
  'session-without-user',
  'staged-leftover',
];

describeMongo('algotheque doctor on MongoDB', ({ withScratch }) => {
  withScratch('finds nothing, then every damage, and changes nothing', async (scratch) => {
    const { examine } = await scene(scratch);
    const clean = await examine();
    expect([clean.findings, clean.read]).toMatchObject([
      [],
      { users: 2, algorithms: 4, contents: 5, 'content documents': 6 },
    ]);
    await damage(scratch);
    const before = await scratch.dump();
    expect(codesOf(await examine())).toEqual(FOUND);
    expect(await scratch.dump()).toBe(before);
  });

  withScratch('mends or lists every damage, and removes nothing', async (scratch) => {
    const { examine } = await scene(scratch);
    await damage(scratch);
    const repair = await examine(true);
    expect(codesOf(repair)).toEqual(FOUND);
    expect(repair.findings.filter(({ failed }) => failed !== null)).toEqual([]);
    expect(codesOf(await examine(true)), 'what is left').toEqual([
      'content-damaged',
      'content-missing',
      'record-damaged',
    ]);
    const moved = await documents(scratch, 'lostAndFound').find().toArray();
    const asText = ({ _id, bytes }: ReturnType<typeof content>) => ({ _id, bytes: bytes.toString('base64') });
    const expected = [content('[1]'), content('[2]')].map(asText);
    expect(JSON.parse(JSON.stringify(moved))).toEqual(
      expect.arrayContaining(expected.map((one) => expect.objectContaining(one))),
    );
    expect(moved).toHaveLength(2);
    expect(await documents(scratch, 'contents').countDocuments(), 'the others are there').toBe(6);
  });

  withScratch('finds an e-mail of two users', async (scratch) => {
    const { examine } = await scene(scratch);
    await scratch.db.collection('users').dropIndex('addresses_1');
    const ada = await documents(scratch, 'users').findOne({ _id: 1 });
    await documents(scratch, 'users').insertOne({ ...ada, _id: 3 });
    expect((await examine()).findings).toEqual([
      expect.objectContaining({ code: 'email-twice', place: 'users 1 and 3' }),
    ]);
  });

  withScratch('looks beside a server, and repairs nothing there or with another secret', async (scratch) => {
    const { dataDir, settings, examine } = await scene(scratch);
    const { close } = await openLocal({ dataDir, settings });
    try {
      expect((await examine()).findings).toEqual([]);
      await expect(examine(true)).rejects.toThrow('--repair needs the store for itself');
      const elsewhere = scratchFolder();
      const repair = examined(elsewhere, { repair: true, settings });
      await expect(repair).rejects.toThrow(/The MongoDB database is in use by a server, process \d+/);
    } finally {
      await close();
    }
    const another = { ALGOTHEQUE_SECRET: 'another secret of thirty-two bytes or more' };
    for (const repair of [false, true]) await expect(examine(repair, another)).rejects.toThrow('have another secret');
    await expect(examine(false, { ALGOTHEQUE_FILES_URL: '' })).rejects.toThrow(
      /There is no store|ALGOTHEQUE_FILES_URL=mongodb:/,
    );
  });

  withScratch('looks at content in a folder', async (scratch) => {
    const { dataDir, examine } = await scene(scratch, 'algos');
    expect((await examine()).findings).toEqual([]);
    await rm(join(dataDir, 'algos', '2.json'));
    await writeFile(join(dataDir, 'algos', '6.json'), '[6]');
    expect(codesOf(await examine(true))).toEqual(['content-missing', 'file-without-record']);
    expect(codesOf(await examine())).toEqual(['content-missing']);
  });
});
