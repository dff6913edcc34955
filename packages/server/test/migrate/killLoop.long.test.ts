import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeMongo, openScratch } from '@algotheque/testing/mongo';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { heldOnSqlite } from '../support/adapterSets/heldOnSqlite.ts';
import { changesIn } from '../support/killLoop/changesIn.ts';
import { killCount } from '../support/killLoop/killCount.ts';
import { type KillTarget, killMigrations, largerStore } from './support/killMigrations.ts';

/** Beside the contents in a target. */
const OWN_NAMES = ['lock.db', 'owner-id'];

const [toSqlite, toMongo] = [killCount(4, 1 / 10), killCount(2, 1 / 20)];
const timeout = 120_000 + 20_000 * toSqlite;

it(`a migration to SQLite and files that is killed ${toSqlite} times copies everything`, { timeout }, async () => {
  const source = await largerStore();
  const fresh = async (): Promise<KillTarget> => {
    const dir = join(scratchFolder(), 'target');
    mkdirSync(dir);
    return {
      url: `sqlite:${join(dir, 'algotheque.db')}`,
      changes: (count) => changesIn([dir, join(dir, 'algos')], count),
      unlock: async () => {},
      async expectNoTrace() {
        const { unfinished } = await heldOnSqlite(dir);
        expect(unfinished.filter((name) => !OWN_NAMES.includes(name))).toEqual([]);
      },
    };
  };
  await killMigrations({ source, fresh, kills: toSqlite, mostChanges: 60 });
});

describeMongo(
  'a migration to MongoDB',
  ({ server }) => {
    it(`that is killed ${toMongo} times copies everything`, { timeout }, async () => {
      const source = await largerStore();
      const { db, proxy, url, close } = await openScratch(server());
      onTestFinished(close);
      const lock = db.collection<{ _id: string; users: object[] }>('meta');
      const fresh = async (): Promise<KillTarget> => {
        await db.dropDatabase();
        return {
          url: url({ serverSelectionTimeoutMS: '20000', socketTimeoutMS: '20000' }),
          changes: (count) => proxy.carries(count),
          // The lock of an ended process expires after half a minute; the test does not wait for that.
          unlock: async () => void (await lock.updateOne({ _id: 'lease' }, { $set: { users: [] } })),
          expectNoTrace: async () => {},
        };
      };
      await killMigrations({ source, fresh, kills: toMongo, mostChanges: 200 });
    });
  },
  'standalone',
);
