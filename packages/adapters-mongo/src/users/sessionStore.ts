import { impossibleInSession, type Session, type SessionStore } from '@algotheque/domain';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { collection, type SessionDocument } from '../documents/collections.ts';
import { expiryDate } from '../documents/expiryDate.ts';
import { fieldsOf, orNull } from '../documents/fields.ts';
import { findByKey } from '../documents/findByKey.ts';
import { firstRows } from '../documents/firstRows.ts';
import { insertUnlessThere } from '../documents/inserts.ts';

/**
 * Sessions by the digest of their token. MongoDB removes them some time after their end; readers compare
 * `dateExpiration`.
 */
export function mongoSessionStore(commands: PortCommands): SessionStore {
  return {
    insert: (session) =>
      commands.repeat('tokens.insert', async (db) => {
        // A digest belongs to one session: a document with it is this one.
        await insertUnlessThere(db, 'tokens', sessionDocument(session));
      }),
    find: (digest) =>
      commands.repeat('tokens.find', async (db) => orNull(await findByKey(db, 'tokens', digest), storedSession)),
    listByUser: (userId, limit, onDamaged) =>
      commands.repeat('tokens.listByUser', (db) => {
        const found = collection(db, 'tokens').find({ userId }, { batchSize: limit });
        return firstRows(found, storedSession, { onDamaged, limit });
      }),
    touch: (digest, { dateUtilisation, dateExpiration }) =>
      commands.repeat('tokens.touch', async (db) => {
        const use = { dateUtilisation, dateExpiration, expireAt: expiryDate(dateExpiration) };
        const query = { _id: digest, dateUtilisation: { $lt: dateUtilisation } };
        await collection(db, 'tokens').updateOne(query, { $set: use });
      }),
    raiseVersion: (digest, credentialsVersion) =>
      commands.repeat('tokens.raiseVersion', async (db) => {
        const query = { _id: digest, credentialsVersion: { $lt: credentialsVersion } };
        await collection(db, 'tokens').updateOne(query, { $set: { credentialsVersion } });
      }),
    delete: (digest) =>
      commands.run('tokens.delete', async (db) => {
        return (await collection(db, 'tokens').deleteOne({ _id: digest })).deletedCount === 1;
      }),
    deleteByUser: (userId, belowVersion) =>
      commands.repeat('tokens.deleteByUser', async (db) => {
        const below = belowVersion === undefined ? {} : { credentialsVersion: { $lt: belowVersion } };
        await collection(db, 'tokens').deleteMany({ userId, ...below });
      }),
    deleteExpired: (now) =>
      commands.repeat('tokens.deleteExpired', async (db) => {
        // Selected by the field that has an index; the number decides, because a Date has whole milliseconds only.
        await collection(db, 'tokens').deleteMany({
          expireAt: { $lte: expiryDate(now) },
          dateExpiration: { $lte: now },
        });
      }),
    ...healthOf(commands),
  };
}

export const sessionDocument = ({ digest, ...session }: Session): SessionDocument => ({
  _id: digest,
  ...session,
  expireAt: expiryDate(session.dateExpiration),
});

export function storedSession(document: SessionDocument): Session {
  const fields = fieldsOf('tokens', document);
  const session: Session = {
    digest: fields.text('_id'),
    userId: fields.integer('userId'),
    credentialsVersion: fields.integer('credentialsVersion'),
    dateCreation: fields.number('dateCreation'),
    dateUtilisation: fields.number('dateUtilisation'),
    dateExpiration: fields.number('dateExpiration'),
    client: fields.nullable('client', (field) => fields.text(field)),
    address: fields.nullable('address', (field) => fields.text(field)),
  };
  return fields.possible(session, impossibleInSession);
}
