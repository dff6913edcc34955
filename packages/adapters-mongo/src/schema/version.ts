import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { SchemaTooNewError, StoreAbsentError } from '../errors.ts';

/** Brings the documents of one version to the next. Repeatable: a crash leaves it to the next start. */
export type Upgrade = (commands: Commands) => Promise<void>;

/** The first brings version 1 to version 2, and so on. A released one is never changed. */
const UPGRADES: readonly Upgrade[] = [];

const SCHEMA = 'schema';

interface Recorded {
  /** 0: there is no store. */
  readonly version: number;
  /** The version of some documents, while an upgrade is under way. */
  readonly from: number | null;
}

const latestOf = (upgrades: readonly Upgrade[]): number => upgrades.length + 1;

/** @throws SchemaTooNewError before anything was written */
export async function refuseNewerSchema(db: Db, upgrades: readonly Upgrade[] = UPGRADES): Promise<void> {
  const { version } = await recorded(db);
  const known = latestOf(upgrades);
  if (version <= known) return;
  throw new SchemaTooNewError(
    `The MongoDB database has schema version ${version}, this release knows ${known}: run the release that wrote it, and bring its data here by a backup. Nothing was changed.`,
  );
}

/** For who cannot bring the database to this version. @throws SchemaTooNewError, StoreAbsentError */
export async function refuseOtherSchema(db: Db): Promise<void> {
  await refuseNewerSchema(db);
  const { version, from } = await recorded(db);
  if (version === latestOf(UPGRADES) && from === null) return;
  throw new StoreAbsentError(
    `The MongoDB database has schema version ${from ?? version}, this release reads version ${latestOf(UPGRADES)}: start its server once, which brings the database to it.`,
  );
}

/** @throws StoreAbsentError before anything was written */
export async function refuseAbsentStore(db: Db): Promise<void> {
  if ((await recorded(db)).version > 0) return;
  throw new StoreAbsentError(`There is no store in the MongoDB database ${db.databaseName}.`);
}

/**
 * Records which release made the database, once its indexes exist: an older release is refused from then on. Brings an older database to
 * this version; that it is under way is recorded in the same step, so that a crash leaves it to the next start.
 * @returns a line about the upgrade; null if the database is new, or was of this version
 */
export async function bringUp(commands: Commands, upgrades: readonly Upgrade[] = UPGRADES): Promise<string | null> {
  const latest = latestOf(upgrades);
  const { from, name } = await commands.repeat('meta.schema', async (db) => {
    await insertUnlessThere(db, 'meta', { _id: SCHEMA, version: latest });
    await collection(db, 'meta').updateOne({ _id: SCHEMA, version: { $lt: latest } }, [
      { $set: { from: { $ifNull: ['$from', '$version'] }, version: latest } },
    ]);
    return { ...(await recorded(db)), name: db.databaseName };
  });
  if (from === null) return null;
  for (const upgrade of upgrades.slice(from - 1)) await upgrade(commands);
  await commands.repeat('meta.schema', async (db) => {
    await collection(db, 'meta').updateOne({ _id: SCHEMA }, { $unset: { from: '' } });
  });
  return `MongoDB database ${name}: the schema was upgraded from version ${from} to ${latest}`;
}

async function recorded(db: Db): Promise<Recorded> {
  const document = await collection(db, 'meta').findOne({ _id: SCHEMA });
  if (document === null) return { version: 0, from: null };
  const fields = fieldsOf('meta', document);
  return {
    version: fields.integer('version'),
    from: fields.optional('from', (field) => fields.integer(field)) ?? null,
  };
}
