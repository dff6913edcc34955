export const valid = (list: string): string => `iif(json_valid(${list}), ${list}, '[]')`;

/** @param table what is read beside the lists of the record */
const datesOf = (record: string, table = ''): string => `
  SELECT value ->> '$.date' AS due, ${record}.id AS algoId FROM ${table}json_each(${valid(`${record}.permsAlgorithme`)})
    WHERE json_each.type = 'object' AND value ->> '$.isMailDue' = 1 AND typeof(value ->> '$.date') = 'integer'
  UNION SELECT value ->> iif(value ->> '$.isMailDue' = 1, '$.date', '$.dateExpiration'), ${record}.id
    FROM ${table}json_each(${valid(`${record}.waiting`)})
    WHERE json_each.type = 'object' AND typeof(value ->> '$.date') = 'integer' AND typeof(value ->> '$.dateExpiration') = 'integer'`;

export const mailboxesOf = (record: string, table = ''): string => `
  SELECT DISTINCT value ->> '$.mailbox' AS mailbox, ${record}.id AS algoId FROM ${table}json_each(${valid(`${record}.waiting`)})
    WHERE json_each.type = 'object' AND typeof(value ->> '$.mailbox') = 'text'`;

/** The mailboxes that shares of records wait for, each once for a record. */
export const WAITING_SHARES = mailboxesOf('algos', 'algos, ');

const REMOVE = `
  DELETE FROM sharesDue WHERE algoId = old.id AND due IN (SELECT due FROM (${datesOf('old')}));
  DELETE FROM waitingShares WHERE algoId = old.id AND mailbox IN (SELECT mailbox FROM (${mailboxesOf('old')}));`;

const ADD = `
  INSERT INTO sharesDue ${datesOf('new')};
  INSERT INTO waitingShares ${mailboxesOf('new')};`;

/**
 * Shares that wait for an e-mail address, with the address's mailbox beside it; and the language and the wish for mails of a user. Triggers maintain
 * two tables: the dates at which something is to be done about the shares of a record, and the mailboxes that they wait for.
 */
export const shares = `
-- A row that somebody has edited past the checks stays as damaged as it is.
PRAGMA ignore_check_constraints = ON;

ALTER TABLE users ADD COLUMN locale TEXT CHECK (locale IN ('en', 'fr'));
ALTER TABLE users ADD COLUMN shareMails INTEGER NOT NULL DEFAULT 1 CHECK (shareMails IN (0, 1));
ALTER TABLE algos ADD COLUMN waiting TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(waiting) AND json_type(waiting) = 'array');

CREATE TABLE sharesDue (
  due INTEGER NOT NULL,
  algoId INTEGER NOT NULL,
  PRIMARY KEY (due, algoId)
) STRICT, WITHOUT ROWID;

CREATE TABLE waitingShares (
  mailbox TEXT NOT NULL,
  algoId INTEGER NOT NULL,
  PRIMARY KEY (mailbox, algoId)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER sharesOfInserted AFTER INSERT ON algos WHEN new.waiting <> '[]' OR new.permsAlgorithme <> '[]' BEGIN${ADD}
END;

CREATE TRIGGER sharesOfUpdated AFTER UPDATE OF permsAlgorithme, waiting ON algos
WHEN new.waiting <> old.waiting OR new.permsAlgorithme <> old.permsAlgorithme BEGIN${REMOVE}${ADD}
END;

CREATE TRIGGER sharesOfDeleted AFTER DELETE ON algos WHEN old.waiting <> '[]' OR old.permsAlgorithme <> '[]' BEGIN${REMOVE}
END;

PRAGMA ignore_check_constraints = OFF;
`;
