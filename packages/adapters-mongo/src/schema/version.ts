import type { Db } from 'mongodb';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { SchemaTooNewError, StoreAbsentError } from '../errors.ts';

/** Raised by a release whose documents an older release would misread. */
const SCHEMA_VERSION = 13;

const SCHEMA = 'schema';

/** @throws SchemaTooNewError before anything was written */
export async function refuseNewerSchema(db: Db): Promise<void> {
  const version = await recordedVersion(db);
  if (version <= SCHEMA_VERSION) return;
  throw new SchemaTooNewError(
    `The MongoDB database has schema version ${version}, this release knows ${SCHEMA_VERSION}: run the newer release. Nothing was changed.`,
  );
}

/** For who cannot bring the database to this version. @throws SchemaTooNewError, StoreAbsentError */
export async function refuseOtherSchema(db: Db): Promise<void> {
  await refuseNewerSchema(db);
  const version = await recordedVersion(db);
  if (version === SCHEMA_VERSION && !(await isUpgradeUnfinished(db))) return;
  throw new StoreAbsentError(
    `The MongoDB database has schema version ${version}, this release reads version ${SCHEMA_VERSION}: start its server once, which brings the database to it.`,
  );
}

/** Whether documents of an older version may be left. */
export async function isUpgradeUnfinished(db: Db): Promise<boolean> {
  const document = await collection(db, 'meta').findOne({ _id: SCHEMA });
  if (document === null) return false;
  const fields = fieldsOf('meta', document);
  return fields.optional('isUnfinished', (field) => fields.boolean(field)) ?? false;
}

/** All documents are of this version. Repeatable. */
export async function finishUpgrade(db: Db): Promise<void> {
  await collection(db, 'meta').updateOne({ _id: SCHEMA }, { $unset: { isUnfinished: '' } });
}

async function recordedVersion(db: Db): Promise<number> {
  const document = await collection(db, 'meta').findOne({ _id: SCHEMA });
  return document === null ? 0 : fieldsOf('meta', document).integer('version');
}

/** @throws StoreAbsentError before anything was written */
export async function refuseAbsentStore(db: Db): Promise<void> {
  if ((await collection(db, 'meta').findOne({ _id: SCHEMA })) !== null) return;
  throw new StoreAbsentError(`There is no store in the MongoDB database ${db.databaseName}.`);
}

/**
 * Records which release made the database, once its indexes exist: an older release is refused from then on. Of an older database it
 * records too that the upgrade is not finished, in the same step, so that a crash leaves it to the next start.
 * @returns a line about the upgrade; null if the database is new, or was of this version
 */
export async function recordSchema(db: Db): Promise<string | null> {
  await insertUnlessThere(db, 'meta', { _id: SCHEMA, version: SCHEMA_VERSION });
  const former = await collection(db, 'meta').findOneAndUpdate(
    { _id: SCHEMA, version: { $lt: SCHEMA_VERSION } },
    { $set: { version: SCHEMA_VERSION, isUnfinished: true } },
    { returnDocument: 'before' },
  );
  if (former === null) return null;
  const version = fieldsOf('meta', former).integer('version');
  return `MongoDB database ${db.databaseName}: the schema was upgraded from version ${version} to ${SCHEMA_VERSION}`;
}
