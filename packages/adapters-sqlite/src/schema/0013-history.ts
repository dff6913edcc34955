const ADD = `
  INSERT INTO usage SELECT new.ownerId, 1, new.contentBytes WHERE new.dateSuppression IS NOT NULL
    ON CONFLICT (ownerId) DO UPDATE SET algos = CAST(algos + 1 AS INTEGER), bytes = CAST(bytes + excluded.bytes AS INTEGER);`;

const REMOVE = `
  UPDATE usage SET algos = CAST(algos - 1 AS INTEGER), bytes = CAST(bytes - old.contentBytes AS INTEGER)
    WHERE ownerId = old.ownerId AND old.dateSuppression IS NOT NULL;
  DELETE FROM usage WHERE ownerId = old.ownerId AND algos = 0;`;

/**
 * What algorithms were: one row for each content that was replaced or deleted. Triggers add deleted algorithms to the sums of `usage`. And who made the last
 * change of a record; NULL where an earlier release made it.
 */
export const history = `
ALTER TABLE algos ADD COLUMN modifiedBy INTEGER;

CREATE TABLE history (
  ref TEXT NOT NULL PRIMARY KEY,
  algoId INTEGER NOT NULL,
  version INTEGER NOT NULL,
  ownerId INTEGER NOT NULL,
  nom TEXT NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateModification INTEGER NOT NULL,
  modifiedBy INTEGER,
  contentBytes INTEGER NOT NULL,
  dateSuppression INTEGER,
  dateExpiration INTEGER NOT NULL,
  permsAlgorithme TEXT NOT NULL CHECK (json_valid(permsAlgorithme) AND json_type(permsAlgorithme) = 'array'),
  places TEXT NOT NULL CHECK (json_valid(places) AND json_type(places) = 'array'),
  bytes BLOB NOT NULL
) STRICT;

CREATE INDEX historyByAlgo ON history (algoId, version);
-- The sums of an owner are read from the index alone.
CREATE INDEX historyByOwner ON history (ownerId, dateSuppression, algoId, contentBytes);
CREATE INDEX historyByEnd ON history (dateExpiration);

CREATE TRIGGER usageOfDeletedAlgo AFTER INSERT ON history WHEN new.dateSuppression IS NOT NULL BEGIN${ADD}
END;

CREATE TRIGGER usageOfChangedEntry AFTER UPDATE OF ownerId, contentBytes, dateSuppression ON history
WHEN old.dateSuppression IS NOT NULL OR new.dateSuppression IS NOT NULL BEGIN${REMOVE}${ADD}
END;

CREATE TRIGGER usageOfRemovedEntry AFTER DELETE ON history WHEN old.dateSuppression IS NOT NULL BEGIN${REMOVE}
END;
`;
