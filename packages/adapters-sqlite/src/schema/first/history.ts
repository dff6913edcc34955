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

const COUNT_LESS = `
  UPDATE usage SET algos = CAST(algos - 1 AS INTEGER), bytes = CAST(bytes - old.contentBytes AS INTEGER) WHERE ownerId = old.ownerId;`;

const REMOVE_EMPTY = `
  DELETE FROM usage WHERE ownerId = old.ownerId AND algos = 0;`;

const REMOVE_USAGE = `${COUNT_LESS}${REMOVE_EMPTY}`;

/** The bin, and what algorithms were; and the sums of an owner, which triggers maintain: `usage` of records and the bin, `versionBytes` of the history. */
export const history = `
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
  modifiedBy INTEGER NOT NULL,
  dateSource INTEGER NOT NULL,
  dateSuppression INTEGER NOT NULL
) STRICT;

CREATE INDEX binByOwner ON bin (ownerId, dateSuppression, id);
CREATE INDEX binByDate ON bin (dateSuppression);
CREATE INDEX binByRef ON bin (ref);

CREATE TABLE history (
  ref TEXT NOT NULL PRIMARY KEY,
  algoId INTEGER NOT NULL,
  version INTEGER NOT NULL,
  ownerId INTEGER NOT NULL,
  nom TEXT NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateModification INTEGER NOT NULL,
  modifiedBy INTEGER NOT NULL,
  dateSource INTEGER NOT NULL,
  contentBytes INTEGER NOT NULL,
  dateExpiration INTEGER NOT NULL
) STRICT;

CREATE INDEX historyByAlgo ON history (algoId, version);
CREATE INDEX historyByOwner ON history (ownerId, dateExpiration);
CREATE INDEX historyByEnd ON history (dateExpiration);

CREATE TABLE usage (
  ownerId INTEGER PRIMARY KEY,
  algos INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;

CREATE TRIGGER usageOfInserted AFTER INSERT ON algos BEGIN${ADD_USAGE}
END;

CREATE TRIGGER usageOfUpdated AFTER UPDATE OF ownerId, contentBytes ON algos
WHEN new.ownerId <> old.ownerId OR new.contentBytes <> old.contentBytes BEGIN${COUNT_LESS}${ADD_USAGE}${REMOVE_EMPTY}
END;

CREATE TRIGGER usageOfDeleted AFTER DELETE ON algos BEGIN${REMOVE_USAGE}
END;

CREATE TRIGGER usageOfAddedToBin AFTER INSERT ON bin BEGIN${ADD_USAGE}
END;

CREATE TRIGGER usageOfChangedInBin AFTER UPDATE OF ownerId, contentBytes ON bin
WHEN new.ownerId <> old.ownerId OR new.contentBytes <> old.contentBytes BEGIN${REMOVE_USAGE}${ADD_USAGE}
END;

CREATE TRIGGER usageOfRemovedFromBin AFTER DELETE ON bin BEGIN${REMOVE_USAGE}
END;

CREATE TABLE versionBytes (
  ownerId INTEGER NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT;

CREATE TRIGGER bytesOfVersion AFTER INSERT ON history BEGIN${ADD_BYTES}
END;

CREATE TRIGGER bytesOfChangedVersion AFTER UPDATE OF ownerId, contentBytes ON history BEGIN${REMOVE_BYTES}${ADD_BYTES}
END;

CREATE TRIGGER bytesOfRemovedVersion AFTER DELETE ON history BEGIN${REMOVE_BYTES}
END;
`;
