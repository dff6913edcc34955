import { type Document, MongoClient } from 'mongodb';
import { expect, onTestFinished } from 'vitest';
import { accessiblePage } from '../src/algos/accessiblePage.ts';
import { findSharesDue, waitingFor } from '../src/algos/sharing.ts';
import type { AlgoDocument } from '../src/documents/collections.ts';
import { describeMongo } from './support/describeMongo.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newAlgo, newGrant } from './support/samples.ts';

const COUNT = 4;
const RIGHTS = 1_000;

/** Algorithms 1 to 4 of user 1, each shared with users 2 to 1,001; and the answers of the server. */
async function shared(scratch: Scratch) {
  const store = await scratch.open();
  const permsAlgorithme = Array.from({ length: RIGHTS }, (_, n) => newGrant(n + 2));
  for (let left = COUNT; left > 0; left -= 1)
    await store.algos.insert(newAlgo(await store.algos.nextId(), { permsAlgorithme }));
  const client = new MongoClient(scratch.url(), { monitorCommands: true });
  onTestFinished(() => client.close());
  const answers: (readonly Document[])[] = [];
  client.on('commandSucceeded', ({ reply }) => {
    const batch: readonly Document[] | undefined = (reply as Document)['cursor']?.firstBatch;
    if (batch !== undefined) answers.push(batch);
  });
  const rightsSent = () => answers.map((batch) => batch.map(({ permsAlgorithme: list }) => (list as unknown[]).length));
  return { db: client.db(scratch.name), rightsSent };
}

describeMongo('a list', ({ withScratch }) => {
  withScratch('reads one right of each record for a user it is shared with, in one query', async (scratch) => {
    const { db, rightsSent } = await shared(scratch);
    for (const by of [1, 2, 3]) await accessiblePage(db, { by, seenBy: 2, limit: 100, maxBytes: 3_000 });
    expect(rightsSent()).toEqual(Array(3).fill(Array(COUNT).fill(1)));
  });

  withScratch('reads for an owner no list of rights that its page does not have', async (scratch) => {
    const { db, rightsSent } = await shared(scratch);
    const page = await accessiblePage(db, { by: 1, seenBy: 1, limit: 100, maxBytes: 130_000 });
    expect([page.algos.map(({ id }) => id), page.next]).toEqual([[1, 2], 2]);
    expect(rightsSent()).toEqual([Array(COUNT).fill(0), [RIGHTS, RIGHTS]]);
  });

  withScratch('uses an index by owner, and one by each user it is shared with', async ({ open, db }) => {
    await open();
    const keys = (await db.collection('algos').indexes()).map(({ key }) => Object.keys(key).join());
    expect(keys).toContain('permsAlgorithme.idUtilisateur,_id');
    expect(keys.some((key) => key.startsWith('ownerId,_id'))).toBe(true);
  });

  withScratch('reads what waits and what is due by indexes, without other records', async ({ open, db }) => {
    const { algos } = await open();
    const date = 1_000;
    const waiting = {
      adresseMail: 'Ada@example.org',
      droits: 'Read',
      date,
      dateExpiration: 9_000,
      locale: 'en',
      isMailDue: true,
    } as const;
    const grants = (index: number) => [
      { idUtilisateur: 50, droits: 'Read' as const, date, ...(index === 7 && { isMailDue: true as const }) },
    ];
    for (let index = 1; index <= 40; index += 1) {
      const id = await algos.nextId();
      const shared = { permsAlgorithme: grants(index), waiting: index === 5 ? [waiting] : [] };
      await algos.insert(newAlgo(id, shared));
    }
    const found = db
      .collection<AlgoDocument>('algos')
      .find(waitingFor({ mailbox: 'ada@example.org', after: 0, limit: 9 }));
    const due = findSharesDue(db, { endsBefore: 2_000, endsAfter: 10_000 });
    for (const { executionStats } of [await found.explain('executionStats'), await due.explain('executionStats')]) {
      expect(executionStats.nReturned).toBeLessThan(3);
      expect(executionStats.totalDocsExamined).toBeLessThan(5);
      expect(executionStats.totalKeysExamined).toBeLessThan(10);
    }
    expect((await due.toArray()).length).toBe(2);
  });
});
