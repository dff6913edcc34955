import { mailboxesOf, valid } from './0014-shares.ts';

/** @param table what is read beside the lists of the record */
const datesOf = (record: string, table = ''): string => `
  SELECT 0 AS due, ${record}.id AS algoId FROM ${table}json_each(${valid(`${record}.permsAlgorithme`)})
    WHERE json_each.type = 'object' AND value ->> '$.isMailDue' = 1 AND typeof(value ->> '$.date') = 'integer'
  UNION SELECT iif(value ->> '$.isMailDue' = 1, 0, value ->> '$.dateExpiration'), ${record}.id
    FROM ${table}json_each(${valid(`${record}.waiting`)})
    WHERE json_each.type = 'object' AND typeof(value ->> '$.date') = 'integer' AND typeof(value ->> '$.dateExpiration') = 'integer'`;

/** The dates at which something is to be done about the shares of records, each once for a record (`sharesDueOf` of the domain): 0 for a mail. */
export const SHARES_DUE = datesOf('algos', 'algos, ');

const REMOVE_SHARES = `
  DELETE FROM sharesDue WHERE algoId = old.id AND due IN (SELECT due FROM (${datesOf('old')}));
  DELETE FROM waitingShares WHERE algoId = old.id AND mailbox IN (SELECT mailbox FROM (${mailboxesOf('old')}));`;

// A row may be left of a list that was damaged: it keeps nobody from repairing the list. No value here is null.
const ADD_SHARES = `
  INSERT OR IGNORE INTO sharesDue ${datesOf('new')};
  INSERT OR IGNORE INTO waitingShares ${mailboxesOf('new')};`;

/** The bytes of the former versions of each owner. A sum that no number holds exactly belongs to a damaged entry, which is found by itself. */
export const VERSION_BYTES = `
  SELECT ownerId, CAST(total(contentBytes) AS INTEGER) AS bytes FROM history WHERE dateSuppression IS NULL GROUP BY ownerId`;

const ADD_BYTES = `
  INSERT INTO versionBytes SELECT new.ownerId, new.contentBytes WHERE new.dateSuppression IS NULL
    ON CONFLICT (ownerId) DO UPDATE SET bytes = CAST(bytes + excluded.bytes AS INTEGER);`;

const REMOVE_BYTES = `
  UPDATE versionBytes SET bytes = CAST(bytes - old.contentBytes AS INTEGER) WHERE ownerId = old.ownerId AND old.dateSuppression IS NULL;
  DELETE FROM versionBytes WHERE ownerId = old.ownerId AND bytes = 0;`;

/**
 * When the source code was saved; NULL where an earlier release saved it. The sums of former versions, by triggers; and the dates of shares with 0 for a
 * mail, whatever the clock said that made it due.
 */
export const versionBytes = `
ALTER TABLE algos ADD COLUMN dateSource INTEGER;
ALTER TABLE history ADD COLUMN dateSource INTEGER;

DROP INDEX historyByOwner;
CREATE INDEX deletedByOwner ON history (ownerId, dateSuppression, algoId) WHERE dateSuppression IS NOT NULL;
CREATE INDEX versionsByOwner ON history (ownerId, dateExpiration) WHERE dateSuppression IS NULL;

CREATE TABLE versionBytes (
  ownerId INTEGER NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT;

INSERT INTO versionBytes ${VERSION_BYTES};

CREATE TRIGGER bytesOfVersion AFTER INSERT ON history WHEN new.dateSuppression IS NULL BEGIN${ADD_BYTES}
END;

CREATE TRIGGER bytesOfChangedVersion AFTER UPDATE OF ownerId, contentBytes, dateSuppression ON history
WHEN old.dateSuppression IS NULL OR new.dateSuppression IS NULL BEGIN${REMOVE_BYTES}${ADD_BYTES}
END;

CREATE TRIGGER bytesOfRemovedVersion AFTER DELETE ON history WHEN old.dateSuppression IS NULL BEGIN${REMOVE_BYTES}
END;

DROP TRIGGER sharesOfInserted;
DROP TRIGGER sharesOfUpdated;
DROP TRIGGER sharesOfDeleted;

DELETE FROM sharesDue;
INSERT INTO sharesDue ${SHARES_DUE};

CREATE TRIGGER sharesOfInserted AFTER INSERT ON algos WHEN new.waiting <> '[]' OR new.permsAlgorithme <> '[]' BEGIN${ADD_SHARES}
END;

CREATE TRIGGER sharesOfUpdated AFTER UPDATE OF permsAlgorithme, waiting ON algos
WHEN new.waiting <> old.waiting OR new.permsAlgorithme <> old.permsAlgorithme BEGIN${REMOVE_SHARES}${ADD_SHARES}
END;

CREATE TRIGGER sharesOfDeleted AFTER DELETE ON algos WHEN old.waiting <> '[]' OR old.permsAlgorithme <> '[]' BEGIN${REMOVE_SHARES}
END;
`;
