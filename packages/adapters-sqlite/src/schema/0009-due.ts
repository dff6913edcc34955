const ENTRY = (kind: string, version: string, of: { date: string; locale: string; adresseMail: string }): string =>
  `json_object('kind', '${kind}', 'version', ${version}, 'date', ${of.date}, 'locale', ${of.locale}, 'adresseMail', ${of.adresseMail})`;

const own = (kind: string, columns: { date: string; locale: string }): string =>
  ENTRY(kind, 'credentialsVersion', { ...columns, adresseMail: 'NULL' });

const NOTICE = own('notice', { date: 'noticeDate', locale: 'noticeLocale' });
/** No mail is made of it, so its language has no meaning. */
const WITHDRAWAL = own('withdrawal', { date: 'withdrawalDate', locale: "'en'" });
const CONFIRMATION = own('confirmation', { date: 'confirmationDate', locale: 'confirmationLocale' });
const CHANGED = ENTRY('changed', "value ->> '$.version'", {
  date: "value ->> '$.date'",
  locale: "value ->> '$.mailDue'",
  adresseMail: "value ->> '$.adresseMail'",
});

/**
 * What is due for a user in one list, the longest due first, in place of two columns for each kind of mail and of a field in each
 * former address. The index holds only users for whom something is due.
 */
export const due = `
-- A row that somebody has edited past the checks stays as damaged as it is.
PRAGMA ignore_check_constraints = ON;

ALTER TABLE users ADD COLUMN due TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(due) AND json_type(due) = 'array');

UPDATE users SET due = (
  SELECT json_group_array(json(entry)) FROM (
    SELECT entry FROM (
      SELECT 1 AS place, noticeDate AS date, ${NOTICE} AS entry WHERE noticeDate IS NOT NULL
      UNION ALL SELECT 2, withdrawalDate, ${WITHDRAWAL} WHERE withdrawalDate IS NOT NULL
      UNION ALL SELECT 3, confirmationDate, ${CONFIRMATION} WHERE confirmationDate IS NOT NULL AND isVerified = 0
      UNION ALL SELECT 4, value ->> '$.date', ${CHANGED} FROM json_each(iif(json_valid(formerEmails), formerEmails, '[]'))
        WHERE type = 'object' AND value ->> '$.mailDue' IS NOT NULL
    ) ORDER BY date, place))
WHERE coalesce(noticeDate, withdrawalDate, confirmationDate) IS NOT NULL OR formerEmails <> '[]';

UPDATE users SET noticeDate = NULL, noticeLocale = NULL, withdrawalDate = NULL, confirmationDate = NULL, confirmationLocale = NULL
WHERE coalesce(noticeDate, withdrawalDate, confirmationDate) IS NOT NULL;

-- An element that somebody has edited to be no object stays as it is.
UPDATE users SET formerEmails = (
  SELECT json_group_array(json(iif(type = 'object', json_remove(value, '$.mailDue'), json_quote(value)))) FROM json_each(formerEmails))
WHERE formerEmails <> '[]' AND json_valid(formerEmails);

DROP INDEX usersByConfirmation;
DROP INDEX usersByNotice;
DROP INDEX usersByWithdrawal;
DROP INDEX formerEmailsByMail;
CREATE INDEX usersByDue ON users (due ->> '$[0].date', id) WHERE due <> '[]';

PRAGMA ignore_check_constraints = OFF;
`;
