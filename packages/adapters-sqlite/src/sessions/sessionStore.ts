import {
  intact,
  type KeptSessions,
  MAX_DATE_MS,
  type OnDamaged,
  type Session,
  type SessionDates,
  type SessionStore,
} from '@algotheque/domain';
import { BATCH, inBatches } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import { SESSION_COLUMNS, sessionOf, sessionValues } from './sessionRows.ts';

export class SqliteSessionStore implements SessionStore {
  readonly #connection: Connection;
  readonly #sql: ReturnType<typeof sessionStatements>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#sql = sessionStatements(connection);
  }

  async insert(session: Session): Promise<void> {
    const values = sessionValues(session);
    await this.#connection.commit(() => this.#sql.insert.run(values), 'session');
  }

  async find(digest: string): Promise<Session | null> {
    return this.#connection.read(() => {
      const row = this.#sql.find.get(digest);
      return row === undefined ? null : sessionOf(row);
    });
  }

  async listByUser(userId: number, limit: number, onDamaged?: OnDamaged): Promise<readonly Session[]> {
    return this.#connection.read(() => intact(this.#sql.listByUser.iterate(userId), sessionOf, { limit, onDamaged }));
  }

  async touch(digest: string, use: Pick<Session, 'dateUtilisation' | 'dateExpiration'>): Promise<void> {
    const { dateUtilisation, dateExpiration } = use;
    await this.#connection.commit(() => this.#sql.touch.run({ digest, dateUtilisation, dateExpiration }), 'session');
  }

  async raiseVersion(digest: string, credentialsVersion: number): Promise<void> {
    await this.#connection.commit(() => this.#sql.raiseVersion.run({ digest, credentialsVersion }), 'session');
  }

  async delete(digest: string): Promise<boolean> {
    return this.#connection.commit(() => this.#sql.delete.run(digest).changes === 1);
  }

  async deleteByUser(userId: number, belowVersion?: number): Promise<void> {
    const values = { userId, belowVersion: belowVersion ?? null };
    await inBatches(() => this.#connection.write(() => this.#sql.deleteByUser.run(values).changes));
  }

  async deleteOthers(userId: number, digest: string): Promise<void> {
    await inBatches(() => this.#connection.write(() => this.#sql.deleteOthers.run({ userId, digest }).changes));
  }

  async deleteIdlest(userId: number, { except, keep, now }: KeptSessions): Promise<void> {
    const values = { userId, except, keep, now };
    if (this.#connection.read(() => this.#sql.findIdlest.get(values)) === undefined) return; // nearly always: a read needs no sync
    await inBatches(() => this.#connection.write(() => this.#sql.deleteIdlest.run(values).changes));
  }

  async cut({ dateCreation, dateUtilisation, dateExpiration }: SessionDates, onDamaged?: OnDamaged): Promise<void> {
    const values = { dateCreation, dateUtilisation, dateExpiration };
    await inBatches(() => this.#connection.write(() => this.#sql.cut.run(values).changes));
    // Those that are left are damaged, or newer than the call.
    this.#connection.read(() => intact(this.#sql.listLate.iterate(dateExpiration), sessionOf, { onDamaged }));
  }

  async deleteExpired(now: number): Promise<void> {
    await inBatches(() => this.#connection.write(() => this.#sql.deleteExpired.run(now).changes));
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}

const COLUMNS = SESSION_COLUMNS.join(', ');

/** Another date is damage: `min` would turn it into a valid one. */
const HAS_POSSIBLE_DATES = ['dateCreation', 'dateUtilisation', 'dateExpiration']
  .map((date) => `${date} BETWEEN 0 AND ${MAX_DATE_MS}`)
  .join(' AND ');

/** The sessions of a user but one, the one that was used last first. */
const IDLEST = `
  SELECT digest FROM tokens WHERE userId = :userId AND digest <> :except AND dateExpiration > :now
  ORDER BY dateUtilisation DESC, dateCreation DESC, digest`;

function sessionStatements(connection: Connection) {
  const deleteSome = (where: string) =>
    connection.prepare(`
      DELETE FROM tokens WHERE digest IN (SELECT digest FROM tokens WHERE ${where} LIMIT ${BATCH})`);
  return {
    insert: connection.prepare(`
      INSERT INTO tokens (${COLUMNS})
      VALUES (:digest, :userId, :credentialsVersion, :dateCreation, :dateUtilisation, :dateExpiration, :client, :address)
      ON CONFLICT (digest) DO NOTHING`),
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
    deleteOthers: deleteSome('userId = :userId AND digest <> :digest'),
    findIdlest: connection.prepare(`${IDLEST} LIMIT 1 OFFSET :keep`),
    deleteIdlest: connection.prepare(`
      DELETE FROM tokens WHERE digest IN (${IDLEST} LIMIT ${BATCH} OFFSET :keep)`),
    cut: connection.prepare(`
      UPDATE tokens SET dateCreation = min(dateCreation, :dateCreation),
        dateUtilisation = min(dateUtilisation, :dateUtilisation), dateExpiration = :dateExpiration
      WHERE digest IN (SELECT digest FROM tokens
        WHERE dateExpiration > :dateExpiration AND ${HAS_POSSIBLE_DATES} LIMIT ${BATCH})`),
    listLate: connection.prepare(`SELECT ${COLUMNS} FROM tokens WHERE dateExpiration > ?`),
    deleteExpired: deleteSome('dateExpiration <= ?'),
  };
}
