import type { Db } from 'mongodb';
import { FileStoreOwnedError } from '../errors.ts';
import { isFresh, serverTime } from '../presence/times.ts';
import { fieldsOf } from '../records/fields.ts';
import { findHolder } from '../repositories/findHolder.ts';
import { insertUnlessThere } from '../repositories/insertUnlessThere.ts';
import { collection } from './collections.ts';

/** Where the content of the algorithms lies: in the database, or in the folder of one server. */
export type FileStoreClaim = 'mongodb' | { readonly owner: string };

const FILES = 'files';
const IN_DATABASE = 'mongodb:';

/**
 * Records where content lies, or compares it with what is there. A database without algorithms and with no other server
 * may still be given to another place.
 * @throws FileStoreOwnedError
 */
export async function claimFileStore(db: Db, claim: FileStoreClaim, serverId: string): Promise<void> {
  const owner = claim === 'mongodb' ? IN_DATABASE : `file:${claim.owner}`;
  await insertUnlessThere(db, 'meta', { _id: FILES, owner });
  const document = await findHolder(db, 'meta', FILES);
  const recorded = document === null ? '' : fieldsOf('meta', document).text('owner');
  if (recorded === owner) return;
  if (!(await isUnused(db, serverId)) || !(await handOver(db, recorded, owner))) throw ownedElsewhere(recorded);
}

async function isUnused(db: Db, serverId: string): Promise<boolean> {
  if ((await collection(db, 'algos').findOne({}, { projection: { _id: 1 } })) !== null) return false;
  const now = await serverTime(db);
  const servers = await collection(db, 'servers').find().toArray();
  return servers.every((server) => server._id === serverId || !isFresh(fieldsOf('servers', server).date('seen'), now));
}

async function handOver(db: Db, from: string, to: string): Promise<boolean> {
  const { matchedCount } = await collection(db, 'meta').updateOne({ _id: FILES, owner: from }, { $set: { owner: to } });
  return matchedCount === 1;
}

function ownedElsewhere(recorded: string): FileStoreOwnedError {
  const [where, then] =
    recorded === IN_DATABASE
      ? ['in the database itself', 'Set ALGOTHEQUE_FILES_URL=mongodb: for this server.']
      : [
          `in the folder of one server (${recorded.slice('file:'.length)})`,
          'Several servers need ALGOTHEQUE_FILES_URL=mongodb: on all of them, from the first algorithm on; or copy the database by algotheque migrate.',
        ];
  return new FileStoreOwnedError(`The content of the algorithms of this MongoDB database lies ${where}. ${then}`);
}
