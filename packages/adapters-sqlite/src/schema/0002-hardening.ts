/** What tells mixed copies. */
const contentOwner = `
-- The folder that has the content of the algorithms, by the id that is kept in it as well.
CREATE TABLE contentOwner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  owner TEXT NOT NULL
) STRICT;
`;

/** Who is named in permsAlgorithme, with their right: a list for somebody shared with reads this one row of a record. */
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
    AND userId IN (SELECT value ->> '$.idUtilisateur' FROM json_each(old.permsAlgorithme));
  INSERT INTO access SELECT value ->> '$.idUtilisateur', new.id, value ->> '$.droits' FROM json_each(new.permsAlgorithme);
END;

CREATE TRIGGER accessOfDeleted AFTER DELETE ON algos BEGIN
  DELETE FROM access WHERE algoId = old.id
    AND userId IN (SELECT value ->> '$.idUtilisateur' FROM json_each(old.permsAlgorithme));
END;
`;

/** Since when the mail about a new password is owed, and in which language. */
const notices = `
ALTER TABLE users ADD COLUMN noticeDate INTEGER;
ALTER TABLE users ADD COLUMN noticeLocale TEXT
  CHECK (noticeLocale IN ('en', 'fr')) CHECK ((noticeDate IS NULL) = (noticeLocale IS NULL));

CREATE INDEX usersByNotice ON users (noticeDate, id) WHERE noticeDate IS NOT NULL;
`;

export const hardening = contentOwner + access + notices;
