import { DamagedError } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection, type ServerDocument } from '../documents/collections.ts';
import { StoreLockedError } from '../errors.ts';
import type { DatabaseClock } from './databaseClock.ts';
import type { Lock } from './lease.ts';
import { type Identity, refuseWhileLocked } from './lock.ts';

const OUT =
  'Another process had the MongoDB database for itself while this server did not answer. Start this server again, if the database is still the right one.';

/**
 * A server among others: it first records its presence, then looks for a lock. A migration takes its lock, then
 * looks for servers. So of two that start at the same time at least one sees the other.
 */
export function presence(commands: Commands, { id, host, pid }: Identity, clock: DatabaseClock): Lock {
  const write = async (db: Db): Promise<ServerDocument> => {
    const update = { $set: { host, pid }, $currentDate: { seen: true } } as const;
    const options = { upsert: true, returnDocument: 'after' } as const;
    const document = await collection(db, 'servers').findOneAndUpdate({ _id: id }, update, options);
    if (document === null) throw new DamagedError({ place: 'servers', id, field: null }, 'it cannot be written');
    return document;
  };
  /** @throws StoreLockedError */
  const announce = async (db: Db): Promise<Date> => {
    const { seen, isOut } = await clock.follow(
      () => write(db),
      (document) => document.seen,
    );
    if (isOut === true) throw new StoreLockedError(OUT);
    return seen;
  };
  const release = () =>
    commands.repeat('servers.leave', async (db) => {
      await collection(db, 'servers').deleteOne({ _id: id });
    });
  return {
    async take() {
      const now = await commands.repeat('servers.announce', announce);
      try {
        await commands.run('meta.lock', (db) => refuseWhileLocked(db, now));
      } catch (error) {
        await release();
        throw error;
      }
    },
    async renew() {
      await commands.repeat('servers.announce', announce);
    },
    release,
  };
}
