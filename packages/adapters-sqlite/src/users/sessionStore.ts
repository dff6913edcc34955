import { impossibleInSession, intact, type Session, type SessionStore } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { BATCH, healthOf, reading, repeating } from '../connection/port.ts';
import { ColumnReader, orNull, type Row, storableText } from '../connection/rowReader.ts';
import { columnsOf, insertInto } from '../schema/migrations.ts';

const column = new ColumnReader('tokens', 'digest');

export function sqliteSessionStore(connection: Connection): SessionStore {
  const sql = sessionStatements(connection);
  const read = reading(connection);
  const repeat = repeating(connection);
  return {
    async insert(session) {
      const values = sessionValues(session);
      await connection.commit(() => sql.insert.run(values), 'session');
    },
    find: (digest) => read(() => orNull(sql.find.get(digest), sessionOf)),
    listByUser: (userId, limit, onDamaged) =>
      read(() => intact(sql.listByUser.iterate(userId), sessionOf, { limit, onDamaged })),
    async touch(digest, { dateUtilisation, dateExpiration }) {
      await connection.commit(() => sql.touch.run({ digest, dateUtilisation, dateExpiration }), 'session');
    },
    async raiseVersion(digest, credentialsVersion) {
      await connection.commit(() => sql.raiseVersion.run({ digest, credentialsVersion }), 'session');
    },
    delete: (digest) => connection.commit(() => sql.delete.run(digest).changes === 1),
    deleteByUser: (userId, belowVersion) => repeat(sql.deleteByUser, { userId, belowVersion: belowVersion ?? null }),
    deleteExpired: (now) => repeat(sql.deleteExpired, now),
    ...healthOf(connection),
  };
}

const COLUMNS = columnsOf('tokens').join(', ');

function sessionStatements(connection: Connection) {
  const deleteSome = (where: string) =>
    connection.prepare(`
      DELETE FROM tokens WHERE digest IN (SELECT digest FROM tokens WHERE ${where} LIMIT ${BATCH})`);
  return {
    insert: connection.prepare(`${insertInto('tokens')} ON CONFLICT (digest) DO NOTHING`),
    find: connection.prepare(`SELECT ${COLUMNS} FROM tokens WHERE digest = ?`),
    listByUser: connection.prepare(`SELECT ${COLUMNS} FROM tokens WHERE userId = ?`),
    touch: connection.prepare(`
      UPDATE tokens SET dateUtilisation = :dateUtilisation, dateExpiration = :dateExpiration
      WHERE digest = :digest AND dateUtilisation < :dateUtilisation`),
    raiseVersion: connection.prepare(`
      UPDATE tokens SET credentialsVersion = :credentialsVersion
      WHERE digest = :digest AND credentialsVersion < :credentialsVersion`),
    delete: connection.prepare('DELETE FROM tokens WHERE digest = ?'),
    deleteByUser: deleteSome('userId = :userId AND (:belowVersion IS NULL OR credentialsVersion < :belowVersion)'),
    deleteExpired: deleteSome('dateExpiration <= ?'),
  };
}

export function sessionOf(row: Row): Session {
  const session: Session = {
    digest: column.text(row, 'digest'),
    userId: column.integer(row, 'userId'),
    credentialsVersion: column.integer(row, 'credentialsVersion'),
    dateCreation: column.integer(row, 'dateCreation'),
    dateUtilisation: column.integer(row, 'dateUtilisation'),
    dateExpiration: column.integer(row, 'dateExpiration'),
    client: column.textOrNull(row, 'client'),
    address: column.textOrNull(row, 'address'),
  };
  return column.possible(row, session, impossibleInSession);
}

export const sessionValues = (session: Session) => ({
  ...session,
  digest: storableText(session.digest, 'digest'),
  client: session.client === null ? null : storableText(session.client, 'client'),
});
