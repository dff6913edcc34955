import type { Db } from 'mongodb';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { upsertOnce } from '../documents/upsertOnce.ts';
import { SchemaTooNewError, StoreAbsentError } from '../errors.ts';

/** Raised by a release whose documents an older release would misread. */
const SCHEMA_VERSION = 5;

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
  if (version === SCHEMA_VERSION) return;
  throw new StoreAbsentError(
    `The MongoDB database has schema version ${version}, this release reads version ${SCHEMA_VERSION}: start its server once, which brings the database to it.`,
  );
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
 * Records which release made the database, once its indexes exist. Never lowers the version.
 * @returns a line about the upgrade; null if the database is new, or was of this version
 */
export async function recordSchema(db: Db): Promise<string | null> {
  const former = await upsertOnce(() =>
    collection(db, 'meta').findOneAndUpdate(
      { _id: SCHEMA },
      { $max: { version: SCHEMA_VERSION } },
      { upsert: true, returnDocument: 'before' },
    ),
  );
  const version = former === null ? SCHEMA_VERSION : fieldsOf('meta', former).integer('version');
  if (version >= SCHEMA_VERSION) return null;
  return `MongoDB database ${db.databaseName}: the schema was upgraded from version ${version} to ${SCHEMA_VERSION}`;
}
