import { readFileSync } from 'node:fs';

import { type Due, EmailTakenError } from '@algotheque/domain';
import type { Db, Document } from 'mongodb';
import { expect } from 'vitest';
import type { MongoStore } from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';
import { newUser } from './support/samples.ts';

/** What the adapter of an earlier commit, which the name of the file says, has written: the documents as they are. */
interface EarlierState {
  readonly users: readonly StoredDocument[];
  readonly meta: readonly StoredDocument[];
  readonly counters: readonly StoredDocument[];
  readonly indexes: readonly string[];
}

type StoredDocument = Document & { readonly _id: number | string };

const DATE = 1_780_000_000_000;
const ALL = { before: DATE + 1_000_000, limit: 100 };
const due = (kind: Due['kind'], version: number, of: Partial<Due>) => ({ kind, version, adresseMail: null, ...of });

const FIRST_DUE = { Bob: [due('confirmation', 1, { date: DATE + 5, locale: 'fr' })] };
const SECOND_DUE = {
  ...FIRST_DUE,
  Carol: [due('withdrawal', 2, { date: DATE + 7, locale: 'en' }), due('notice', 2, { date: DATE + 9, locale: 'en' })],
  Dave: [due('notice', 1, { date: DATE + 3, locale: 'fr' })],
};
const changed = (version: number, date: number, adresseMail: string) =>
  due('changed', version, { date: DATE + date, locale: 'fr', adresseMail });
const EARLIER_DUE = { Ada: [changed(2, 21, 'Ada@Example.org'), changed(4, 23, 'Ada.Two@example.org')], ...SECOND_DUE };
const LATER_DUE = { Ada: [changed(2_000, 1_021, 'Ada.Two@example.org')], ...SECOND_DUE };

const STATES = [
  ['49c95ad', FIRST_DUE],
  ['04f8155', EARLIER_DUE],
  ['04f8155-folded', EARLIER_DUE],
  ['66193623', LATER_DUE],
  ['66193623-folded', LATER_DUE],
] as const;

describeMongo('a database that an earlier commit has written', ({ withScratch }) => {
  for (const [name, expectedDue] of STATES) {
    const state: EarlierState = JSON.parse(
      readFileSync(new URL(`earlierStates/${name}.json`, import.meta.url), 'utf8'),
    );

    withScratch(`is upgraded completely, also after a kill in the middle: ${name}`, async ({ open, db, problems }) => {
      await write(db, state);
      for (let times = 0; times < 2; times += 1) {
        const store = await open({ onNotice: () => {} });
        const listed = await store.outbox.listDue(ALL);
        expect(Object.fromEntries(listed.map((user) => [user.pseudo, user.due]))).toEqual(expectedDue);
        await expectUsers(store, state);
        expect(problems).toEqual([]);
        const indexes = (await db.collection('users').indexes()).map((index) => index['name']);
        expect(indexes.filter((index) => /confirmationDue|noticeDue|withdrawalDue|mailDue/.test(index ?? ''))).toEqual(
          [],
        );
        await store.close();
        await killedInTheMiddle(db, state);
      }
    });
  }
});

const documents = (db: Db, name: string) => db.collection<StoredDocument>(name);

async function write(db: Db, { users, meta, counters, indexes }: EarlierState): Promise<void> {
  for (const index of indexes.filter((name) => FORMER_INDEX.test(name))) {
    const keys = index.split(/_1_?/).filter((key) => key !== '');
    const options = index === 'adresseMail_1' ? { unique: true } : { sparse: true };
    await documents(db, 'users').createIndex(Object.fromEntries(keys.map((key) => [key, 1] as const)), options);
  }
  await documents(db, 'users').insertMany([...users]);
  await documents(db, 'meta').insertMany([...meta]);
  await documents(db, 'counters').insertMany([...counters]);
}

/** The indexes that this release does not have any more. */
const FORMER_INDEX = /confirmationDue|noticeDue|withdrawalDue|mailDue|adresseMail_1/;

/** As a kill leaves it when the first user was done: the version is recorded, and the others are as they were. */
async function killedInTheMiddle(db: Db, { users }: EarlierState): Promise<void> {
  for (const user of users.slice(1)) await documents(db, 'users').replaceOne({ _id: user._id }, user);
  await documents(db, 'meta').updateOne({ _id: 'schema' }, { $set: { isUnfinished: true } });
}

async function expectUsers({ users }: MongoStore, state: EarlierState): Promise<void> {
  const isFolded = state.meta.some(({ mode }) => mode === 'folded');
  expect(users.emailCase).toBe(isFolded ? 'folded' : 'exact');
  for (const { _id, deleted, adresseMail, mdpHash, pseudo, credentialsVersion, isVerified } of state.users) {
    const user = await users.findById(Number(_id));
    if (deleted) {
      expect(user).toBeNull();
      continue;
    }
    expect(user).toMatchObject({ adresseMail, mdpHash, pseudo, credentialsVersion, isVerified, isDisabled: false });
    expect((await users.findByEmail(adresseMail))?.id).toBe(_id);
    expect((await users.findByEmail(adresseMail.toLowerCase()))?.id ?? null).toBe(isFolded ? _id : null);
    for (const former of user?.emailChange.former ?? []) {
      expect(Object.keys(former)).toEqual(['adresseMail', 'isVerified', 'version', 'date']);
      expect((await users.findByFormerEmail(former.adresseMail))?.id).toBe(_id);
      const shouted = await users.findByFormerEmail(former.adresseMail.toUpperCase());
      expect(shouted?.id ?? null).toBe(isFolded ? _id : null);
    }
    await expect(users.insert(newUser({ adresseMail }))).rejects.toThrow(EmailTakenError);
  }
}
