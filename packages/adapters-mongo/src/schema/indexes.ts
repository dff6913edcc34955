import type { Db, IndexDescription } from 'mongodb';
import { BINNED, type CollectionName, collection } from '../documents/collections.ts';

/**
 * How long MongoDB keeps what has expired by its own clock, in seconds. The servers' clocks decide and may be
 * behind; the servers remove expired documents themselves.
 */
const EXPIRED_GONE_S = 3_600;

/** Every index but `_id`. Names are MongoDB's own, made of the keys. */
const INDEXES: { readonly [Name in CollectionName]?: readonly IndexDescription[] } = {
  users: [
    // For the parameters of hashes: one hash of each is looked up.
    { key: { mdpHash: 1 } },
    // Sparse: only the few users with something that is due.
    { key: { 'due.date': 1 }, sparse: true },
    // The keys of present and former addresses, each of one user.
    { key: { addresses: 1 }, unique: true },
    // The address without regard to case; confirmed ones first.
    { key: { mailbox: 1, isVerified: -1 } },
    // The start of the address, and that of the name.
    { key: { addressKey: 1, _id: 1 } },
    { key: { pseudoKey: 1, _id: 1 } },
    { key: { 'emailChange.pending.date': 1 }, sparse: true },
    { key: { 'emailChange.former.date': 1 }, sparse: true },
  ],
  tokens: [{ key: { userId: 1, credentialsVersion: 1 } }, { key: { expireAt: 1 }, expireAfterSeconds: EXPIRED_GONE_S }],
  // With `_id` second, a list by owner or by grant comes in the order of ids without a sort. With the sizes third,
  // the sums of an owner are read from the index alone.
  algos: [
    { key: { ownerId: 1, _id: 1, contentBytes: 1, shareBytes: 1 } },
    { key: { 'permsAlgorithme.idUtilisateur': 1, _id: 1 } },
    { key: { ref: 1 } },
    // The orders of a search, and its conditions, each with the ids of the records: of those that a user owns...
    { key: { ownerId: 1, nomKey: 1, _id: 1 } },
    { key: { ownerId: 1, dateCreation: 1, _id: 1 } },
    { key: { ownerId: 1, dateModification: 1, _id: 1 } },
    { key: { ownerId: 1, dossierId: 1, _id: 1 } },
    { key: { ownerId: 1, words: 1, _id: 1 } },
    // ...and of those that are shared with the user. One index cannot have two lists, so it has no words.
    { key: { 'permsAlgorithme.idUtilisateur': 1, nomKey: 1, _id: 1 } },
    { key: { 'permsAlgorithme.idUtilisateur': 1, dateCreation: 1, _id: 1 } },
    { key: { 'permsAlgorithme.idUtilisateur': 1, dateModification: 1, _id: 1 } },
    { key: { places: 1, _id: 1 } },
    // Partial and sparse: only the few records with shares that wait, or with a mail about a share that is due.
    { key: { 'waiting.mailbox': 1, _id: 1 }, partialFilterExpression: { 'waiting.mailbox': { $exists: true } } },
    { key: { 'waiting.due': 1 }, sparse: true },
    { key: { 'permsAlgorithme.due': 1 }, sparse: true },
    // Partial and sparse: only what is in the bin. Lists and sums of an owner, what has ended, and all by ascending ids.
    {
      key: {
        'deleted.ownerId': 1,
        'deleted.dateSuppression': 1,
        _id: 1,
        'deleted.contentBytes': 1,
        'deleted.shareBytes': 1,
      },
      partialFilterExpression: { 'deleted.ownerId': { $exists: true } },
    },
    { key: { 'deleted.dateSuppression': 1 }, sparse: true },
    { key: { 'deleted.ref': 1 }, sparse: true },
    { key: { _id: 1, 'deleted.version': 1 }, partialFilterExpression: BINNED },
  ],
  // The sums of an owner are read from the second index alone, and what ends first in its order.
  history: [
    { key: { algoId: 1, version: 1 } },
    { key: { ownerId: 1, dateExpiration: 1, contentBytes: 1 } },
    { key: { dateExpiration: 1 } },
  ],
  // Few: what the mail server has not taken.
  mails: [{ key: { rank: 1, dueAt: 1, _id: 1 } }, { key: { dueAt: 1 } }, { key: { date: 1 } }],
  // Each selection of a list has its index, with the time last.
  events: [
    { key: { accounts: 1, _id: 1 } },
    { key: { accounts: 1, action: 1, _id: 1 } },
    { key: { action: 1, _id: 1 } },
  ],
  limits: [{ key: { expireAt: 1 }, expireAfterSeconds: EXPIRED_GONE_S }],
  // Sparse: only the few contents with a mark.
  contents: [{ key: { unfinished: 1 }, sparse: true }],
};

/** Makes missing indexes. No effect on existing ones; any number of servers may do it at once. */
export async function ensureIndexes(db: Db): Promise<void> {
  const made = Object.entries(INDEXES).map(([name, indexes]) =>
    // Object.entries gives the keys the type string; they are of type CollectionName.
    collection(db, name as CollectionName).createIndexes([...indexes]),
  );
  await Promise.all(made);
}
