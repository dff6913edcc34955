import { DamagedError } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection } from '../documents/collections.ts';
import type { DatabaseClock } from './databaseClock.ts';
import type { Lock } from './lease.ts';
import { type Identity, refuseWhileLocked } from './lock.ts';

/**
 * A server among others: it first records its presence, then looks for a lock. A migration takes its lock, then
 * looks for servers. So of two that start at the same time at least one sees the other.
 */
export function presence(commands: Commands, { id, host, pid }: Identity, clock: DatabaseClock): Lock {
  const write = async (db: Db): Promise<Date> => {
    const update = { $set: { host, pid }, $currentDate: { seen: true } } as const;
    const options = { upsert: true, returnDocument: 'after' } as const;
    const document = await collection(db, 'servers').findOneAndUpdate({ _id: id }, update, options);
    if (document === null) throw new DamagedError({ place: 'servers', id, field: null }, 'it cannot be written');
    return document.seen;
  };
  const announce = (db: Db): Promise<Date> => clock.follow(() => write(db));
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
