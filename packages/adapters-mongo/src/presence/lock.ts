import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { StoreLockedError } from '../errors.ts';
import type { DatabaseClock } from './databaseClock.ts';
import type { Lock } from './lease.ts';
import { FRESH_MS, isFresh, serverTime } from './times.ts';

/** A user of the database: `id` is new at each opening; the rest is for messages. */
export interface Identity {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
}

export function newIdentity(): Identity {
  return { id: randomUUID(), host: hostname(), pid: process.pid };
}

const LOCK = 'lock';

const REST = `The lock ends when that process ends, or ${FRESH_MS / 1_000} s after it died.`;

interface Held {
  readonly holder: string;
  readonly seen: Date;
  readonly by: string;
}

/** @throws StoreLockedError while another process holds the database for itself at `now` */
export async function refuseWhileLocked(db: Db, now: Date): Promise<void> {
  const held = await findLock(db);
  if (held !== null && isFresh(held.seen, now)) throw lockedBy(held);
}

/** A lock on the database for one user alone: no other lock, no server. */
export function exclusiveLock(commands: Commands, identity: Identity, clock: DatabaseClock): Lock {
  const release = () =>
    commands.repeat('meta.unlock', async (db) => {
      await collection(db, 'meta').deleteOne({ _id: LOCK, holder: identity.id });
    });
  const take = async (): Promise<void> => {
    await commands.run('meta.lock', (db) => takeLock(db, { identity, clock }));
    try {
      await commands.run('servers.find', refuseBesideServers);
      await commands.repeat('servers.out', putOut);
    } catch (error) {
      await release();
      throw error;
    }
  };
  const renew = async (): Promise<void> => {
    const isOurs = await commands.repeat('meta.lock', (db) => keepLock(db, identity.id));
    if (!isOurs) throw new StoreLockedError('The lock on the MongoDB database lapsed and was lost; start again.');
  };
  return { take, renew, release };
}

interface Taking {
  readonly identity: Identity;
  readonly clock: DatabaseClock;
}

async function takeLock(db: Db, { identity: { id, host, pid }, clock }: Taking): Promise<void> {
  const now = await clock.follow(
    () => serverTime(db),
    (date) => date,
  );
  const held = await findLock(db);
  const mine = { holder: id, host, pid, seen: now };
  if (held !== null && held.holder !== id && isFresh(held.seen, now)) throw lockedBy(held);
  if (held === null) {
    if (await insertUnlessThere(db, 'meta', { _id: LOCK, ...mine })) return;
    throw lockedBy({ ...mine, by: 'another one' });
  }
  const was = { _id: LOCK, holder: held.holder, seen: held.seen };
  const { matchedCount } = await collection(db, 'meta').updateOne(was, { $set: mine });
  if (matchedCount === 0) throw lockedBy(held);
}

async function keepLock(db: Db, holder: string): Promise<boolean> {
  const update = { $currentDate: { seen: true } } as const;
  const { matchedCount } = await collection(db, 'meta').updateOne({ _id: LOCK, holder }, update);
  return matchedCount === 1;
}

async function refuseBesideServers(db: Db): Promise<void> {
  const now = await serverTime(db);
  const at = (ms: number): Date => new Date(now.getTime() + ms);
  const server = await collection(db, 'servers').findOne({ seen: { $gt: at(-FRESH_MS), $lt: at(FRESH_MS) } }); // as `isFresh` says
  if (server === null) return;
  const fields = fieldsOf('servers', server);
  const who = `process ${fields.integer('pid')} on ${fields.text('host')}`;
  throw new StoreLockedError(`The MongoDB database is in use by a server, ${who}. Stop all servers first. ${REST}`);
}

/** A server that was only suspended finds this when it goes on: who had the database may have copied it elsewhere meanwhile. */
async function putOut(db: Db): Promise<void> {
  await collection(db, 'servers').updateMany({}, { $set: { isOut: true } });
}

async function findLock(db: Db): Promise<Held | null> {
  const document = await collection(db, 'meta').findOne({ _id: LOCK });
  if (document === null) return null;
  const fields = fieldsOf('meta', document);
  const by = `process ${fields.integer('pid')} on ${fields.text('host')}`;
  return { holder: fields.text('holder'), seen: fields.date('seen'), by };
}

function lockedBy({ by }: Held): StoreLockedError {
  return new StoreLockedError(`The MongoDB database is locked by a migration, ${by}, or by a repair. ${REST}`);
}
