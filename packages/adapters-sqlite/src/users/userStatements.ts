import type { Connection } from '../connection/connection.ts';
import { HASH_PARAMETERS } from './hashParameters.ts';
import { USER_COLUMNS } from './userRows.ts';

const COLUMNS = USER_COLUMNS.join(', ');
const OTHERS = USER_COLUMNS.filter((name) => name !== 'id');

/** The statements of the user repository, parsed once. */
export function userStatements(connection: Connection) {
  // A row with a damaged mark is selected, so that it is reported.
  const select = (rest: string) =>
    connection.prepare(`SELECT ${COLUMNS}, deleted FROM users WHERE deleted IS NOT 1 AND ${rest}`);
  const find = (where: string) => connection.prepare(`SELECT ${COLUMNS}, deleted FROM users WHERE ${where}`);
  const update = (rest: string) => connection.prepare(`UPDATE users SET ${rest}`);
  return {
    insert: connection.prepare(`
      INSERT INTO users (${OTHERS.join(', ')}, deleted, emailKey)
      VALUES (${OTHERS.map((name) => `:${name}`).join(', ')}, :deleted, :emailKey)
      RETURNING ${COLUMNS}`),
    // Of users other than this one; marked users too: their address stays taken.
    isTaken: connection.prepare(`
      SELECT 1 FROM users WHERE adresseMail = :adresseMail AND id IS NOT :except
      UNION ALL SELECT 1 FROM formerEmails WHERE adresseMail = :adresseMail AND userId IS NOT :except`),
    // With the mark: it is read, so that a damaged one does not look like a deletion.
    findById: find('id = ?'),
    isKeyTaken: connection.prepare('SELECT 1 FROM users WHERE emailKey = :key AND id IS NOT :except'),
    formerEmails: connection.prepare('SELECT adresseMail, userId FROM formerEmails'),
    findByEmail: find('adresseMail = ?'),
    findByKey: find('emailKey = ?'),
    findByFormerEmail: find('id = (SELECT userId FROM formerEmails WHERE adresseMail = ?)'),
    /** All columns of a user who was read in the same transaction. */
    replace: update(`${OTHERS.map((name) => `${name} = :${name}`).join(', ')}, emailKey = :emailKey
      WHERE id = :id AND deleted = 0
      RETURNING ${COLUMNS}`),
    existing: connection.prepare(
      'SELECT id FROM users WHERE deleted IS NOT 1 AND id IN (SELECT value FROM json_each(:ids))',
    ),
    list: select('id > ? ORDER BY id'),
    listConfirmationDue: select(`isVerified IS NOT 1 AND (confirmationDate < :before OR confirmationDate > :after)
      ORDER BY confirmationDate, id`),
    markVerified: update(`isVerified = 1, confirmationDate = NULL, confirmationLocale = NULL
      WHERE id = ? AND isVerified = 0 AND deleted = 0`),
    update: update(`
      pseudo = coalesce(:pseudo, pseudo),
      urlPfp = iif(:setsUrlPfp, :urlPfp, urlPfp),
      mdpHash = coalesce(:mdpHash, mdpHash),
      isDisabled = coalesce(:isDisabled, isDisabled),
      credentialsVersion = credentialsVersion + (:mdpHash IS NOT NULL OR :isDisabled IS 1),
      emailVersion = emailVersion + (:pendingEmail IS NOT NULL),
      pendingEmail = iif(:setsPending, :pendingEmail, pendingEmail),
      pendingDate = iif(:setsPending, :pendingDate, pendingDate),
      isVerified = isVerified OR :verifies,
      confirmationDate = iif(:verifies, NULL, confirmationDate),
      confirmationLocale = iif(:verifies, NULL, confirmationLocale),
      noticeDate = coalesce(:noticeDate, noticeDate),
      noticeLocale = coalesce(:noticeLocale, noticeLocale),
      withdrawalDate = coalesce(:withdrawalDate, withdrawalDate)
      WHERE id = :id AND credentialsVersion = :credentialsVersion AND deleted = 0
        AND (:ifAdresseMail IS NULL OR adresseMail = :ifAdresseMail)
      RETURNING ${COLUMNS}`),
    rehash: update('mdpHash = :to WHERE id = :id AND mdpHash = :from AND deleted = 0'),
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
      SELECT parameters FROM known WHERE parameters IS NOT NULL LIMIT 100`),
    setConfirmationDue: update(`confirmationDate = :date, confirmationLocale = :locale
      WHERE id = :id AND deleted = 0`),
    listNoticeDue: select('(noticeDate < :before OR noticeDate > :after) ORDER BY noticeDate, id'),
    endWithdrawalDue: update('withdrawalDate = NULL WHERE id = :id AND withdrawalDate = :date AND deleted = 0'),
    listWithdrawalDue: select('(withdrawalDate < :before OR withdrawalDate > :after) ORDER BY withdrawalDate, id'),
    listEmailMailDue: select(`id IN (
      SELECT userId FROM formerEmails WHERE mailDue IS NOT NULL AND date < :before
      UNION ALL SELECT userId FROM formerEmails WHERE mailDue IS NOT NULL AND date > :after)`),
    hasOldEmails: connection.prepare(`
      SELECT 1 FROM users WHERE pendingDate < :pendingBefore AND deleted = 0
      UNION ALL SELECT 1 FROM formerEmails WHERE date < :formerBefore LIMIT 1`),
    dropPending: update('pendingEmail = NULL, pendingDate = NULL WHERE pendingDate < :pendingBefore AND deleted = 0'),
    dropFormer: update(`
      formerEmails = (SELECT json_group_array(json(value)) FROM json_each(formerEmails) WHERE value ->> '$.date' >= :formerBefore)
      WHERE id IN (SELECT userId FROM formerEmails WHERE date < :formerBefore) AND deleted = 0`),
    markDeleted: update(`deleted = 1
      WHERE id = :id AND deleted IS NOT 1 AND (:credentialsVersion IS NULL OR credentialsVersion = :credentialsVersion)`),
    delete: connection.prepare('DELETE FROM users WHERE id = ?'),
  };
}

/** The statements that end due mails. */
export function dueStatements(connection: Connection) {
  const update = (rest: string) => connection.prepare(`UPDATE users SET ${rest}`);
  return {
    endConfirmationDue: update('confirmationDate = NULL, confirmationLocale = NULL WHERE id = ? AND deleted = 0'),
    endNoticeDue: update(`noticeDate = NULL, noticeLocale = NULL
      WHERE id = :id AND noticeDate = :date AND deleted = 0`),
    endEmailMailDue: update(`
      formerEmails = (SELECT json_group_array(json(iif(value ->> '$.version' = :version, json_set(value, '$.mailDue', NULL), value)))
        FROM json_each(formerEmails))
      WHERE id = :id AND formerEmails <> '[]' AND deleted = 0`),
  };
}
