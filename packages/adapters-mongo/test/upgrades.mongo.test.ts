import type { Db } from 'mongodb';
import { expect } from 'vitest';
import type { Commands } from '../src/connection/commands.ts';
import { SchemaTooNewError } from '../src/index.ts';
import { bringUp, refuseNewerSchema, type Upgrade } from '../src/schema/version.ts';
import { describeMongo } from './support/describeMongo.ts';

interface Item {
  readonly _id: number;
  readonly a?: number;
  readonly b?: number;
}

/** Commands that go to the database at once. */
const commandsTo = (db: Db): Commands => ({ run: (_what, work) => work(db), repeat: (_what, work) => work(db) });

const items = (db: Db) => db.collection<Item>('items');
const recorded = (db: Db) => db.collection<{ _id: string }>('meta').findOne({ _id: 'schema' });

/** To version 2: `b` is made of `a`, and `a` goes. Repeatable. To version 3: `b` is ten times as large; repeatable, as each is marked. */
const NEXT: readonly Upgrade[] = [
  (commands) =>
    commands.repeat('items.second', async (db) => {
      await items(db).updateMany({ a: { $exists: true } }, [{ $set: { b: '$a' } }, { $unset: 'a' }]);
    }),
  (commands) =>
    commands.repeat('items.third', async (db) => {
      await items(db).updateMany({ b: { $lt: 10 } }, { $mul: { b: 10 } });
    }),
];

describeMongo('upgrades of a database', ({ withScratch }) => {
  withScratch('bring it from any version to the latest, once, and say so', async ({ db }) => {
    const commands = commandsTo(db);
    await items(db).insertOne({ _id: 1, a: 4 });
    expect(await bringUp(commands, [])).toBeNull();
    expect(await bringUp(commands, NEXT)).toMatch(/upgraded from version 1 to 3$/);
    expect(await bringUp(commands, NEXT)).toBeNull();
    expect([await items(db).findOne(), await recorded(db)]).toEqual([
      { _id: 1, b: 40 },
      { _id: 'schema', version: 3 },
    ]);
  });

  withScratch('that end at any command are done by the next start', async ({ db }) => {
    for (let last = 0; ; last += 1) {
      await items(db).deleteMany({});
      await items(db).insertMany([1, 2, 3].map((_id) => ({ _id, a: _id })));
      await db.collection<{ _id: string }>('meta').replaceOne({ _id: 'schema' }, { version: 1 }, { upsert: true });
      let left = last;
      const commands = commandsTo(db);
      const killed: Commands = {
        ...commands,
        async repeat(what, work) {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return commands.repeat(what, work);
        },
      };
      const outcome = await bringUp(killed, NEXT).catch((error: unknown) => error);
      await bringUp(commands, NEXT);
      expect([await items(db).find().toArray(), await recorded(db)], `after ${last} commands`).toEqual([
        [1, 2, 3].map((_id) => ({ _id, b: _id * 10 })),
        { _id: 'schema', version: 3 },
      ]);
      if (!(outcome instanceof Error)) break;
    }
  });

  withScratch('of a newer release are refused, with what to do, and nothing is changed', async ({ db }) => {
    const commands = commandsTo(db);
    await bringUp(commands, NEXT);
    await expect(refuseNewerSchema(db)).rejects.toThrow(SchemaTooNewError);
    await expect(refuseNewerSchema(db)).rejects.toThrow('run the release that wrote it');
    expect(await recorded(db)).toEqual({ _id: 'schema', version: 3 });
  });
});
