import { behindKeys, intact, type OnDamaged, type UserStartQuery, type WalkedUsers } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { collection } from '../documents/collections.ts';
import { storedUser } from './userDocuments.ts';

const KEYS = { adresseMail: 'addressKey', pseudo: 'pseudoKey' } as const;

export async function walkedUsers(db: Db, query: UserStartQuery, onDamaged?: OnDamaged): Promise<WalkedUsers> {
  const { by, limit } = query;
  const ranges = await Promise.all(walkCursors(db, query).map((cursor) => cursor.toArray()));
  const found = ranges.flat().slice(0, limit + 1);
  const looked = found.slice(0, limit);
  const users = intact(looked, (document) => withoutMark(storedUser(document)), { onDamaged });
  const last = found.length > limit ? looked.at(-1) : undefined;
  return { users, last: last === undefined ? null : { key: last[KEYS[by]], id: last._id } };
}

/** Ranges of the index, one behind the other, as those of algorithms: the rest of a key, and the keys behind it. */
export function walkCursors(db: Db, { by, start, after, limit }: UserStartQuery) {
  const key = KEYS[by];
  const end = { $lt: behindKeys(start) };
  const behind = after && [{ [key]: after.key, _id: { $gt: after.id } }, { [key]: { $gt: after.key, ...end } }];
  return (behind ?? [{ [key]: { $gte: start, ...end } }]).map((range) =>
    collection(db, 'users').find(
      { ...range, deleted: { $ne: true } },
      { sort: { [key]: 1, _id: 1 }, limit: limit + 1, batchSize: limit + 1 },
    ),
  );
}

const withoutMark = ({ deleted: _present, ...user }: ReturnType<typeof storedUser>) => user;
