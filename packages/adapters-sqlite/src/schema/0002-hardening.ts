import { HASH_PARAMETERS } from '../users/hashParameters.ts';

/** Recognises mixed copies. */
const contentOwner = `
-- The folder that has the content of the algorithms, by the id that is kept in it as well.
CREATE TABLE contentOwner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  owner TEXT NOT NULL
) STRICT;
`;

/** The users in permsAlgorithme, with their right: a list for a user with a grant reads this one row per record. */
const access = `
DROP TRIGGER accessOfInserted;
DROP TRIGGER accessOfUpdated;
DROP TRIGGER accessOfDeleted;
DROP TABLE access;

CREATE TABLE access (
  userId INTEGER NOT NULL,
  algoId INTEGER NOT NULL,
  droits TEXT,
  PRIMARY KEY (userId, algoId)
) STRICT, WITHOUT ROWID;

INSERT INTO access
  SELECT value ->> '$.idUtilisateur', algos.id, value ->> '$.droits' FROM algos, json_each(algos.permsAlgorithme);

CREATE TRIGGER accessOfInserted AFTER INSERT ON algos BEGIN
  INSERT INTO access SELECT value ->> '$.idUtilisateur', new.id, value ->> '$.droits' FROM json_each(new.permsAlgorithme);
END;

CREATE TRIGGER accessOfUpdated AFTER UPDATE OF permsAlgorithme ON algos WHEN new.permsAlgorithme <> old.permsAlgorithme BEGIN
  DELETE FROM access WHERE algoId = old.id
    AND userId IN (SELECT value ->> '$.idUtilisateur' FROM json_each(iif(json_valid(old.permsAlgorithme), old.permsAlgorithme, '[]')));
  INSERT INTO access SELECT value ->> '$.idUtilisateur', new.id, value ->> '$.droits' FROM json_each(new.permsAlgorithme);
END;

CREATE TRIGGER accessOfDeleted AFTER DELETE ON algos BEGIN
  DELETE FROM access WHERE algoId = old.id
    AND userId IN (SELECT value ->> '$.idUtilisateur' FROM json_each(iif(json_valid(old.permsAlgorithme), old.permsAlgorithme, '[]')));
END;
`;

/** Since when the mail about a new password is due, and in which language. */
const notices = `
ALTER TABLE users ADD COLUMN noticeDate INTEGER;
ALTER TABLE users ADD COLUMN noticeLocale TEXT
  CHECK (noticeLocale IN ('en', 'fr')) CHECK ((noticeDate IS NULL) = (noticeLocale IS NULL));

CREATE INDEX usersByNotice ON users (noticeDate, id) WHERE noticeDate IS NOT NULL;
`;

/**
 * The size of a record's content, and the sums by owner, for the quota. Triggers maintain them, so that they stay
 * right when somebody edits the database. A sum that no integer holds is cut, so that a damaged row can be deleted. The sizes of existing contents are not known here: they count as 0 until
 * they are replaced.
 */
const usage = `
ALTER TABLE algos ADD COLUMN contentBytes INTEGER NOT NULL DEFAULT 0 CHECK (contentBytes >= 0);

CREATE TABLE usage (
  ownerId INTEGER PRIMARY KEY,
  algos INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;

INSERT INTO usage SELECT ownerId, count(*), sum(contentBytes) FROM algos GROUP BY ownerId;

CREATE TRIGGER usageOfInserted AFTER INSERT ON algos BEGIN
  INSERT INTO usage VALUES (new.ownerId, 1, new.contentBytes)
    ON CONFLICT (ownerId) DO UPDATE SET algos = CAST(algos + 1 AS INTEGER), bytes = CAST(bytes + excluded.bytes AS INTEGER);
END;

CREATE TRIGGER usageOfUpdated AFTER UPDATE OF ownerId, contentBytes ON algos
WHEN new.ownerId <> old.ownerId OR new.contentBytes <> old.contentBytes BEGIN
  UPDATE usage SET algos = CAST(algos - 1 AS INTEGER), bytes = CAST(bytes - old.contentBytes AS INTEGER) WHERE ownerId = old.ownerId;
  INSERT INTO usage VALUES (new.ownerId, 1, new.contentBytes)
    ON CONFLICT (ownerId) DO UPDATE SET algos = CAST(algos + 1 AS INTEGER), bytes = CAST(bytes + excluded.bytes AS INTEGER);
  DELETE FROM usage WHERE ownerId = old.ownerId AND algos = 0;
END;

CREATE TRIGGER usageOfDeleted AFTER DELETE ON algos BEGIN
  UPDATE usage SET algos = CAST(algos - 1 AS INTEGER), bytes = CAST(bytes - old.contentBytes AS INTEGER) WHERE ownerId = old.ownerId;
  DELETE FROM usage WHERE ownerId = old.ownerId AND algos = 0;
END;
`;

/** The parameters of the hashes are read every minute, so that a failed login costs the same for every e-mail. */
const hashParameters = `
CREATE INDEX usersByHashParameters ON users (${HASH_PARAMETERS}) WHERE deleted = 0;
`;

export const hardening = contentOwner + access + notices + usage + hashParameters;
