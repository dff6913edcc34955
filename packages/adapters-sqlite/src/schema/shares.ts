import { valid } from './found.ts';

/** @param table what is read beside the lists of the record */
const datesOf = (record: string, table = ''): string => `
  SELECT 0 AS due, ${record}.id AS algoId FROM ${table}json_each(${valid(`${record}.permsAlgorithme`)})
    WHERE json_each.type = 'object' AND value ->> '$.isMailDue' = 1 AND typeof(value ->> '$.date') = 'integer'
  UNION SELECT iif(value ->> '$.isMailDue' = 1, 0, value ->> '$.dateExpiration'), ${record}.id
    FROM ${table}json_each(${valid(`${record}.waiting`)})
    WHERE json_each.type = 'object' AND typeof(value ->> '$.date') = 'integer' AND typeof(value ->> '$.dateExpiration') = 'integer'`;

const mailboxesOf = (record: string, table = ''): string => `
  SELECT DISTINCT value ->> '$.mailbox' AS mailbox, ${record}.id AS algoId FROM ${table}json_each(${valid(`${record}.waiting`)})
    WHERE json_each.type = 'object' AND typeof(value ->> '$.mailbox') = 'text'`;

/**
 * The dates at which something is to be done about the shares of records, each once for a record (`sharesDueOf` of the domain): 0 for a
 * mail.
 */
export const SHARES_DUE = datesOf('algos', 'algos, ');

/** The mailboxes that shares of records wait for, each once for a record. */
export const WAITING_SHARES = mailboxesOf('algos', 'algos, ');

const REMOVE = `
  DELETE FROM sharesDue WHERE algoId = old.id AND due IN (SELECT due FROM (${datesOf('old')}));
  DELETE FROM waitingShares WHERE algoId = old.id AND mailbox IN (SELECT mailbox FROM (${mailboxesOf('old')}));`;

// A row may be left of a list that was damaged: it keeps nobody from repairing the list. No value here is null.
const ADD = `
  INSERT OR IGNORE INTO sharesDue ${datesOf('new')};
  INSERT OR IGNORE INTO waitingShares ${mailboxesOf('new')};`;

/** Two tables that triggers maintain: when something is to be done about the shares of a record, and the mailboxes that they wait for. */
export const shares = `
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
`;
