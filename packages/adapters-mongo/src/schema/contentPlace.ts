import type { ContentPlace } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { findHolder } from '../documents/findByKey.ts';
import { isThere } from '../documents/ids.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { ContentElsewhereError, ContentOrphanedError } from '../errors.ts';
import { hasOtherUsers } from '../presence/leaseDocument.ts';

/** Where a server keeps the content of the algorithms: in the database, or in a folder of its own. */
export type ContentClaim = 'mongodb' | FolderClaim;

interface FolderClaim {
  readonly owner: string;
  /** Whether there is content in the folder. If so, a database without algorithms is refused. Default: false. */
  readonly holdsContent?: boolean;
}

const FILES = 'files';
const IN_DATABASE = 'mongodb:';

/**
 * Records where content is, or compares it with the recorded place. A database without algorithms and without
 * another server may still get another place.
 * @throws ContentElsewhereError, ContentOrphanedError
 */
export async function claimContentPlace(db: Db, claim: ContentClaim, serverId: string): Promise<void> {
  const holdsContent = claim !== 'mongodb' && claim.holdsContent === true;
  if (holdsContent && !(await isThere(db, 'meta', { _id: FILES }))) throw orphaned();
  const owner = claim === 'mongodb' ? IN_DATABASE : `file:${claim.owner}`;
  await insertUnlessThere(db, 'meta', { _id: FILES, owner });
  const document = await findHolder(db, 'meta', FILES);
  const recorded = document === null ? '' : fieldsOf('meta', document).text('owner');
  if (recorded === owner) return;
  if (holdsContent || !(await handOver(db, { from: recorded, to: owner, serverId }))) throw ownedElsewhere(recorded);
}

/** Where content is; null where nothing is recorded. */
export async function recordedPlace(db: Db): Promise<ContentPlace | null> {
  const document = await collection(db, 'meta').findOne({ _id: FILES });
  if (document === null) return null;
  const owner = fieldsOf('meta', document).text('owner');
  return owner === IN_DATABASE ? 'store' : { owner: owner.slice('file:'.length) };
}

function orphaned(): ContentOrphanedError {
  return new ContentOrphanedError(
    'The folder of content holds algorithms, but this MongoDB database has never had any: the server would give their ids to new algorithms and overwrite them. Restore the database from the backup that these algorithms are from. To start without them, run `algotheque begin-anew` once with the same settings: it moves them to lost+found/ in their folder.',
  );
}

/** Gives a database that has no algorithm, not even in the bin, and no other server another place. False if it cannot. */
async function handOver(
  db: Db,
  { from, to, serverId }: Readonly<Record<'from' | 'to' | 'serverId', string>>,
): Promise<boolean> {
  if ((await isThere(db, 'algos', {})) || (await hasOtherUsers(db, serverId))) return false;
  const { matchedCount } = await collection(db, 'meta').updateOne({ _id: FILES, owner: from }, { $set: { owner: to } });
  return matchedCount === 1;
}

function ownedElsewhere(recorded: string): ContentElsewhereError {
  const [where, then] =
    recorded === IN_DATABASE
      ? ['in the database itself', 'Set ALGOTHEQUE_FILES_URL=mongodb: for this server.']
      : [
          `in the folder of one server (${recorded.slice('file:'.length)})`,
          'Several servers need ALGOTHEQUE_FILES_URL=mongodb: on all of them, from the first algorithm on; or copy the database by algotheque migrate.',
        ];
  return new ContentElsewhereError(`The content of the algorithms of this MongoDB database lies ${where}. ${then}`);
}
