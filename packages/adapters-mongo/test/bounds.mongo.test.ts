import type { Db } from 'mongodb';
import { expect } from 'vitest';
import type { Commands } from '../src/connection/commands.ts';
import { StagedContent } from '../src/content/stagedContent.ts';
import { pagesById } from '../src/documents/pagesById.ts';
import { mongoPortableStore } from '../src/upkeep/portableStore.ts';
import { describeMongo } from './support/describeMongo.ts';
import { findingsOf } from './support/findingsOf.ts';
import { newSession, newUser } from './support/samples.ts';

/** Commands on the database, which note what each is for. */
function notedCommands(db: Db) {
  const noted: string[] = [];
  const repeat = async (what: string, work: (on: Db) => Promise<unknown>): Promise<unknown> => {
    noted.push(what);
    return work(db);
  };
  return { noted, commands: { repeat } as unknown as Commands }; // what these parts of a store use of it
}

const many = <Item>(count: number, make: (number: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

describeMongo('bounds of a MongoDB store', ({ withScratch }) => {
  withScratch('a check of e-mail keys names at most 100 users', async ({ open, db }) => {
    const store = await open({ emailCase: 'folded' });
    for (const number of many(101, (at) => at))
      await store.users.insert(newUser({ adresseMail: `${number}@example.org` }));
    await db.collection('users').updateMany({}, [{ $set: { addresses: [{ $concat: ['x', '$adresseMail'] }] } }]);
    const [emailKeys] = store.checks(false);
    const [finding] = await findingsOf(emailKeys);
    expect(finding?.detail?.split(', ')).toHaveLength(100);
  });

  withScratch('a check looks at 1,000 contents at once', async ({ open, db }) => {
    const [, contents] = (await open({ contentPlace: 'mongodb' })).checks(true);
    await db
      .collection<{ _id: string }>('contents')
      .insertMany(many(1_001, (number) => ({ _id: `content ${number}` })));
    const read: number[] = [];
    await findingsOf(contents, { reach: (count) => void read.push(count) });
    expect(read).toEqual([1_000, 1_001]);
  });

  withScratch('the parameters of at most 100 kinds of hashes are looked up', async ({ open }) => {
    const { users } = await open();
    for (const number of many(101, (at) => at)) {
      const mdpHash = `$argon2id$v=19$m=${100_000 + number},t=1,p=1$c2FsdA$aGFzaA`;
      await users.insert(newUser({ adresseMail: `${number}@example.org`, mdpHash }));
    }
    expect(await users.hashParameters()).toHaveLength(100);
  });

  withScratch('documents are read in pages of at most 1,000', async ({ db }) => {
    const { commands } = notedCommands(db);
    await db.collection<{ _id: string }>('tokens').insertMany(many(1_001, (number) => ({ _id: `${number}` })));
    const sizes: number[] = [];
    for await (const page of pagesById(commands, 'tokens', { what: 'pages', read: ({ _id }) => _id }))
      sizes.push(page.length);
    expect(sizes).toEqual([1_000, 1]);
  });

  withScratch('an import writes 200 rows by one command', async ({ db }) => {
    const { noted, commands } = notedCommands(db);
    await mongoPortableStore(commands, 'here').importRows(
      'session',
      many(401, (number) => newSession(`${number}`)),
    );
    expect(noted.filter((what) => what === 'tokens.import')).toHaveLength(3);
    expect(await db.collection('tokens').countDocuments()).toBe(401);
  });

  withScratch('the marks of so many staged contents are kept, and others are read', async ({ db }) => {
    const { noted, commands } = notedCommands(db);
    for (const [keptMarks, reads] of [
      [2, 0],
      [1, 1],
    ] as const) {
      const staged = new StagedContent(commands, () => {}, keptMarks);
      for (const ref of ['one', 'two']) await staged.stage(`${ref} ${keptMarks}`, new Uint8Array(2), { date: 1 });
      noted.length = 0;
      for (const ref of ['one', 'two']) await staged.publish(`${ref} ${keptMarks}`);
      expect(noted.filter((what) => what === 'contents.mark')).toHaveLength(reads);
    }
    expect(await db.collection('contents').countDocuments({ unfinished: true })).toBe(0);
  });
});
