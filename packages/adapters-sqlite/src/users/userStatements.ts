import type { Connection } from '../connection/connection.ts';
import { columnsOf, insertInto } from '../schema/migrations.ts';
import { FIRST_FORMER_DATE, HASH_PARAMETERS } from '../schema/users.ts';

const COLUMNS = columnsOf('users').join(', ');
const MOST_PARAMETERS = 100; // of hashes
/** To know whether a user is the only one: confirmed ones come first. */
const ENOUGH = 2;
const OTHERS = columnsOf('users').filter((name) => name !== 'id');

export function userStatements(connection: Connection) {
  const find = (where: string) => connection.prepare(`SELECT ${COLUMNS} FROM users WHERE ${where}`);
  // A row with a damaged mark is selected, so that it is reported.
  const select = (rest: string) => find(`deleted IS NOT 1 AND ${rest}`);
  const walk = (key: string) => select(`(${key}, id) > (:key, :id) AND ${key} < :end ORDER BY ${key}, id LIMIT :limit`);
  const update = (rest: string) => connection.prepare(`UPDATE users SET ${rest}`);
  return {
    insert: connection.prepare(`${insertInto('users', OTHERS)} RETURNING ${COLUMNS}`),
    // Of users other than this one; marked users too: their addresses stay taken.
    isTaken: connection.prepare('SELECT 1 FROM emailKeys WHERE key = :key AND userId IS NOT :except'),
    // With the mark: it is read, so that a damaged one does not look like a deletion.
    findById: find('id = ?'),
    findByKey: find('id = (SELECT userId FROM emailKeys WHERE key = ?)'),
    findByMailbox: select(`lower(adresseMail) = lower(?) ORDER BY isVerified DESC LIMIT ${ENOUGH}`),
    /** All columns of a user who was read in the same transaction. */
    replace: update(`${OTHERS.map((name) => `${name} = :${name}`).join(', ')}
      WHERE id = :id AND deleted = 0
      RETURNING ${COLUMNS}`),
    existing: connection.prepare(
      'SELECT id FROM users WHERE deleted IS NOT 1 AND id IN (SELECT value FROM json_each(:ids))',
    ),
    list: select('id > ? ORDER BY id'),
    walk: { adresseMail: walk('addressKey'), pseudo: walk('pseudoKey') },
    // Steps through the index from one to the next, and does not read all rows: those that begin with `$`, since
    // `%` is the next character.
    hashParameters: connection.prepare(`
      WITH RECURSIVE known(parameters) AS (
        SELECT min(${HASH_PARAMETERS}) FROM users WHERE deleted = 0 
          AND ${HASH_PARAMETERS} > '$' AND ${HASH_PARAMETERS} < '%'
        UNION ALL
        SELECT (SELECT min(${HASH_PARAMETERS}) FROM users WHERE deleted = 0 
          AND ${HASH_PARAMETERS} > parameters AND ${HASH_PARAMETERS} < '%')
        FROM known WHERE parameters IS NOT NULL
      )
      SELECT parameters FROM known WHERE parameters IS NOT NULL LIMIT ${MOST_PARAMETERS}`),
    oldEmails: connection.prepare(`
      SELECT id FROM users WHERE pendingDate < :pendingBefore AND deleted = 0
      UNION ALL SELECT id FROM users
        WHERE formerEmails <> '[]' AND ${FIRST_FORMER_DATE} < :formerBefore AND deleted = 0`),
    markDeleted: update(`deleted = 1
      WHERE id = :id AND deleted IS NOT 1 AND (:credentialsVersion IS NULL OR credentialsVersion = :credentialsVersion)`),
    delete: connection.prepare('DELETE FROM users WHERE id = ?'),
  };
}
