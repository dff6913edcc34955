import type { Db } from 'mongodb';

interface LeaseUser {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly isAlone: boolean;
  readonly seen: number;
}

const leases = (db: Db) => db.collection<{ _id: string; users: LeaseUser[]; lastAlone: string | null }>('meta');

/** Who uses the database, past the adapter. */
export const usersOf = async (db: Db): Promise<readonly LeaseUser[]> =>
  (await leases(db).findOne({ _id: 'lease' }))?.users ?? [];

/** Makes these the users of the database. */
export async function setUsers(db: Db, users: readonly LeaseUser[]): Promise<void> {
  const made = { $set: { users: [...users] }, $setOnInsert: { lastAlone: null } };
  await leases(db).updateOne({ _id: 'lease' }, made, { upsert: true });
}

/** A user that died, or was last seen, so long ago. */
export const userOf = (agoMs: number, isAlone: boolean): LeaseUser => ({
  id: 'other',
  host: 'elsewhere',
  pid: 1,
  isAlone,
  seen: Date.now() - agoMs,
});
