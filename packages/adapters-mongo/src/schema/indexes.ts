import type { Db, IndexDescription } from 'mongodb';
import { type CollectionName, collection } from '../documents/collections.ts';

/**
 * How long MongoDB keeps what has expired by its own clock, in seconds. The servers' clocks decide and may be
 * behind; the servers remove expired documents themselves.
 */
const EXPIRED_GONE_S = 3_600;

/** How long a server that ended without notice stays listed, in seconds. */
const SERVER_GONE_S = 3_600;

/** Every index but `_id`. Names are MongoDB's own, made of the keys. */
const INDEXES: { readonly [Name in CollectionName]?: readonly IndexDescription[] } = {
  users: [
    { key: { adresseMail: 1 }, unique: true },
    // For the parameters of hashes: one hash of each is looked up.
    { key: { mdpHash: 1 } },
    // Sparse: only the few users with something that is due.
    { key: { 'confirmationDue.date': 1 }, sparse: true },
    { key: { 'noticeDue.date': 1 }, sparse: true },
    { key: { 'withdrawalDue.date': 1 }, sparse: true },
    // Addresses of now and of before, each of one user. Documents of earlier releases lack the field; `adresseMail` is unique.
    { key: { addresses: 1 }, unique: true, sparse: true },
    { key: { 'emailChange.pending.date': 1 }, sparse: true },
    { key: { 'emailChange.former.date': 1 }, sparse: true },
    { key: { 'emailChange.former.mailDue': 1, 'emailChange.former.date': 1 }, sparse: true },
  ],
  tokens: [{ key: { userId: 1, credentialsVersion: 1 } }, { key: { expireAt: 1 }, expireAfterSeconds: EXPIRED_GONE_S }],
  // With `_id` second, a list by owner or by grant comes in the order of ids without a sort. With the size third,
  // the sums of an owner are read from the index alone.
  algos: [
    { key: { ownerId: 1, _id: 1, contentBytes: 1 } },
    { key: { 'permsAlgorithme.idUtilisateur': 1, _id: 1 } },
    { key: { ref: 1 } },
  ],
  folders: [{ key: { ownerId: 1, _id: 1 } }],
  limits: [{ key: { expireAt: 1 }, expireAfterSeconds: EXPIRED_GONE_S }],
  // Sparse: only the few contents that are staged or announced to be deleted.
  contents: [{ key: { unfinished: 1 }, sparse: true }],
  servers: [{ key: { seen: 1 }, expireAfterSeconds: SERVER_GONE_S }],
};

/** Makes missing indexes. No effect on existing ones; any number of servers may do it at once. */
export async function ensureIndexes(db: Db): Promise<void> {
  const made = Object.entries(INDEXES).map(([name, indexes]) =>
    // Object.entries gives the keys the type string; they are of type CollectionName.
    collection(db, name as CollectionName).createIndexes([...indexes]),
  );
  await Promise.all(made);
}
