import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db, Document } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection, type MetaDocument } from '../documents/collections.ts';
import { fieldsOf, orNull } from '../documents/fields.ts';
import { updateOrBegin } from '../documents/updateOrBegin.ts';
import { StoreLockedError } from '../errors.ts';
import type { DatabaseClock } from './databaseClock.ts';
import type { Membership } from './lease.ts';

/** The document in `meta` with all that use the database, and when the database saw each last. */
const LEASE = 'lease';

/** How long others count a user that does not renew. Longer than `LAPSE_MS` by more than an operation lasts. */
export const FRESH_MS = 30_000;

const NOW = { $toLong: '$$NOW' };
/** By the clock of the database. A time further ahead comes from before that clock was set back: a living user renews more often. */
const IS_FRESH = { $lt: [{ $abs: { $subtract: [NOW, '$$this.seen'] } }, FRESH_MS] };

const REST = `The lock ends when that process ends, or ${FRESH_MS / 1_000} s after it died.`;
const OUT = {
  server:
    'Another process had the MongoDB database for itself while this server did not answer. Start this server again, if the database is still the right one.',
  alone: 'The lock on the MongoDB database lapsed and was lost; start again.',
};

/** A user of the database: `id` is new at each opening; host and process are for messages. */
interface User {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Nobody else may use the database meanwhile. */
  readonly isAlone: boolean;
}

interface Lease {
  readonly users: readonly (User & { readonly seen: number })[];
  /** Who had the database alone last. */
  readonly lastAlone: string | null;
}

/** The place of this process in the lease, as a server among others or alone. `clock` follows the database. */
export function membership(
  commands: Commands,
  isAlone: boolean,
  clock: DatabaseClock,
): Membership & { readonly id: string } {
  const me: User = { id: randomUUID(), host: hostname(), pid: process.pid, isAlone };
  /** As this process has left it. If another one had the database alone since then, it may have copied it elsewhere. */
  let lastAlone: string | null | undefined;
  const hold = async (db: Db) => {
    const document = await updateOrBegin(db, 'meta', {
      fresh: { _id: LEASE, users: [], lastAlone: null },
      update: holding(me),
      intact: lastAlone === undefined ? {} : { lastAlone: { $in: [lastAlone, null] } },
      check(found) {
        const last = leaseOf(found).lastAlone;
        const isOut = lastAlone !== undefined && last !== null && last !== lastAlone;
        if (isOut) throw new StoreLockedError(isAlone ? OUT.alone : OUT.server);
      },
    });
    const lease = leaseOf(document);
    const mine = lease.users.find(({ id }) => id === me.id);
    if (mine === undefined) throw heldBy(lease);
    ({ lastAlone } = lease);
    return mine;
  };
  return {
    id: me.id,
    hold: () => commands.repeat('meta.lease', (db) => clock.follow(() => hold(db))),
    release: () =>
      commands.repeat('meta.leave', async (db) => {
        await collection(db, 'meta').updateOne({ _id: LEASE }, { $pull: { users: { id: me.id } } });
      }),
  };
}

/** Whether another one than this user was counted when the lease was last taken or renewed. */
export async function hasOtherUsers(db: Db, id: string): Promise<boolean> {
  const lease = orNull(await collection(db, 'meta').findOne({ _id: LEASE }), leaseOf);
  return lease?.users.some((user) => user.id !== id) === true;
}

/** Puts the user into the list, unless one that may not be beside it is there, and drops those that died. */
function holding(me: User): Document[] {
  const isLeft = { $and: [{ $ne: ['$$this.id', me.id] }, IS_FRESH] };
  const inTheWay = { $filter: { input: '$users', cond: me.isAlone ? true : '$$this.isAlone' } };
  const isFree = { $eq: [{ $size: inTheWay }, 0] };
  const mine = [{ ...me, host: { $literal: me.host }, seen: NOW }];
  return [
    { $set: { users: { $filter: { input: '$users', cond: isLeft } } } },
    {
      $set: {
        users: { $cond: [isFree, { $concatArrays: ['$users', mine] }, '$users'] },
        ...(me.isAlone && { lastAlone: { $cond: [isFree, me.id, '$lastAlone'] } }),
      },
    },
  ];
}

function leaseOf(document: MetaDocument): Lease {
  const fields = fieldsOf('meta', document);
  const users = fields.list('users').map((user) => ({
    id: user.text('id'),
    host: user.text('host'),
    pid: user.integer('pid'),
    isAlone: user.boolean('isAlone'),
    seen: user.number('seen'),
  }));
  return { users, lastAlone: fields.nullable('lastAlone', (field) => fields.text(field)) };
}

function heldBy({ users }: Lease): StoreLockedError {
  const user = users.find(({ isAlone }) => isAlone) ?? users[0];
  const who = `process ${user?.pid} on ${user?.host}`;
  return new StoreLockedError(
    user?.isAlone === true
      ? `The MongoDB database is locked by a migration, ${who}, or by a repair. ${REST}`
      : `The MongoDB database is in use by a server, ${who}. Stop all servers first. ${REST}`,
  );
}
