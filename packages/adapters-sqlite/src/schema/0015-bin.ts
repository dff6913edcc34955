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
  SELECT ownerId, CAST(total(contentBytes) AS INTEGER) AS bytes FROM history GROUP BY ownerId`;

const ADD_BYTES = `
  INSERT INTO versionBytes VALUES (new.ownerId, new.contentBytes)
    ON CONFLICT (ownerId) DO UPDATE SET bytes = CAST(bytes + excluded.bytes AS INTEGER);`;

const REMOVE_BYTES = `
  UPDATE versionBytes SET bytes = CAST(bytes - old.contentBytes AS INTEGER) WHERE ownerId = old.ownerId;
  DELETE FROM versionBytes WHERE ownerId = old.ownerId AND bytes = 0;`;

const ADD_USAGE = `
  INSERT INTO usage VALUES (new.ownerId, 1, new.contentBytes)
    ON CONFLICT (ownerId) DO UPDATE SET algos = CAST(algos + 1 AS INTEGER), bytes = CAST(bytes + excluded.bytes AS INTEGER);`;

const REMOVE_USAGE = `
  UPDATE usage SET algos = CAST(algos - 1 AS INTEGER), bytes = CAST(bytes - old.contentBytes AS INTEGER) WHERE ownerId = old.ownerId;
  DELETE FROM usage WHERE ownerId = old.ownerId AND algos = 0;`;

/** Columns that the bin and the history had in common. */
const MARKED =
  'nom, dateCreation, dateModification, ownerId, permsAlgorithme, version, ref, contentBytes, places, modifiedBy';

/** Columns of the history that stay. */
const KEPT =
  'ref, algoId, version, ownerId, nom, dateCreation, dateModification, modifiedBy, contentBytes, dateExpiration, bytes';

/**
 * A table of its own for deleted algorithms, which were marked rows of the history: a row that was shown in the bin moves there, and each other becomes a
 * plain version. Triggers add what is in the bin to the sums of `usage`. When the source code was saved; NULL where an earlier release saved it. The sums of former versions, by triggers; and the dates of
 * shares with 0 for a mail, whatever the clock said that made it due.
 */
export const bin = `
ALTER TABLE algos ADD COLUMN dateSource INTEGER;

-- Without the checks of algos, so that a row that somebody has edited past them can move: who reads it reports the damage.
CREATE TABLE bin (
  id INTEGER PRIMARY KEY,
  nom TEXT NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateModification INTEGER NOT NULL,
  ownerId INTEGER NOT NULL,
  permsAlgorithme TEXT NOT NULL,
  version INTEGER NOT NULL,
  ref TEXT NOT NULL,
  contentBytes INTEGER NOT NULL,
  places TEXT NOT NULL,
  modifiedBy INTEGER,
  dateSource INTEGER,
  dateSuppression INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

CREATE INDEX binByOwner ON bin (ownerId, dateSuppression, id);
CREATE INDEX binByDate ON bin (dateSuppression);

CREATE TRIGGER usageOfAddedToBin AFTER INSERT ON bin BEGIN${ADD_USAGE}
END;

CREATE TRIGGER usageOfChangedInBin AFTER UPDATE OF ownerId, contentBytes ON bin
WHEN new.ownerId <> old.ownerId OR new.contentBytes <> old.contentBytes BEGIN${REMOVE_USAGE}${ADD_USAGE}
END;

CREATE TRIGGER usageOfRemovedFromBin AFTER DELETE ON bin BEGIN${REMOVE_USAGE}
END;

INSERT OR IGNORE INTO bin (id, ${MARKED}, dateSuppression, bytes)
  SELECT algoId, ${MARKED}, dateSuppression, bytes FROM history AS one
  WHERE dateSuppression IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM algos WHERE id = one.algoId)
    AND NOT EXISTS (SELECT 1 FROM history AS later WHERE later.algoId = one.algoId AND later.version > one.version);

-- The triggers of the table before take the marked rows out of the sums; what moved is in them again already.
UPDATE history SET dateSuppression = NULL WHERE dateSuppression IS NOT NULL;

ALTER TABLE history RENAME TO formerHistory;

CREATE TABLE history (
  ref TEXT NOT NULL PRIMARY KEY,
  algoId INTEGER NOT NULL,
  version INTEGER NOT NULL,
  ownerId INTEGER NOT NULL,
  nom TEXT NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateModification INTEGER NOT NULL,
  modifiedBy INTEGER,
  dateSource INTEGER,
  contentBytes INTEGER NOT NULL,
  dateExpiration INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

INSERT INTO history (${KEPT}) SELECT ${KEPT} FROM formerHistory WHERE ref NOT IN (SELECT ref FROM bin);

DROP TABLE formerHistory;

CREATE INDEX historyByAlgo ON history (algoId, version);
CREATE INDEX historyByOwner ON history (ownerId, dateExpiration);
CREATE INDEX historyByEnd ON history (dateExpiration);

CREATE TABLE versionBytes (
  ownerId INTEGER NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT;

INSERT INTO versionBytes ${VERSION_BYTES};

CREATE TRIGGER bytesOfVersion AFTER INSERT ON history BEGIN${ADD_BYTES}
END;

CREATE TRIGGER bytesOfChangedVersion AFTER UPDATE OF ownerId, contentBytes ON history BEGIN${REMOVE_BYTES}${ADD_BYTES}
END;

CREATE TRIGGER bytesOfRemovedVersion AFTER DELETE ON history BEGIN${REMOVE_BYTES}
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
