import type { DueQuery, OnDamaged, User } from '@algotheque/domain';
import type { Filter } from 'mongodb';
import type { PortCommands } from '../connection/commands.ts';
import { collection, type UserDocument } from '../documents/collections.ts';
import { firstRows, listing } from '../documents/listing.ts';
import { presentUser } from './userDocuments.ts';

interface DueList {
  readonly what: string;
  readonly due: 'confirmationDue' | 'noticeDue' | 'withdrawalDue';
  readonly query: DueQuery;
  readonly filter: Filter<UserDocument>;
}

/** The users with something that is due, the longest first. */
export async function listDueUsers(
  commands: PortCommands,
  { what, due, query, filter }: DueList,
  onDamaged?: OnDamaged,
): Promise<readonly User[]> {
  const { before, after, limit } = query;
  if (limit === 0) return [];
  const dates = [{ $lt: before }, ...(after === undefined ? [] : [{ $gt: after }])];
  const isDue = { ...filter, $or: dates.map((date) => ({ [`${due}.date`]: date })), deleted: { $ne: true } };
  return listing(commands, { what, onDamaged }, (db, tell) => {
    const found = collection(db, 'users').find(isDue, { sort: { [`${due}.date`]: 1 }, batchSize: limit });
    return firstRows(found, { read: presentUser, onDamaged: tell, limit });
  });
}
