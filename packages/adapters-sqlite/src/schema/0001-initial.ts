/**
 * Dates are milliseconds since the Unix epoch. No table has a foreign key, because the ports promise nothing across
 * records: the domain runs a repeatable sequence for that. The table `access` is an index of data in `algos`.
 * Triggers maintain it, so that it stays right when somebody edits the database. The table `counters` holds
 * limits: how often each key was counted in the window that ends at `windowEnd`. (On MongoDB the collection `limits` holds
 * them, and the collection `counters` holds the last ids.)
 */
export const initial = `
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  adresseMail TEXT NOT NULL COLLATE BINARY UNIQUE,
  mdpHash TEXT NOT NULL,
  pseudo TEXT NOT NULL,
  dateInscription INTEGER NOT NULL,
  isVerified INTEGER NOT NULL CHECK (isVerified IN (0, 1)),
  urlPfp TEXT,
  credentialsVersion INTEGER NOT NULL CHECK (credentialsVersion >= 1),
  confirmationDate INTEGER,
  confirmationLocale TEXT CHECK (confirmationLocale IN ('en', 'fr')),
  deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
  CHECK ((confirmationDate IS NULL) = (confirmationLocale IS NULL))
) STRICT;

CREATE INDEX usersByConfirmation ON users (confirmationDate, id) WHERE confirmationDate IS NOT NULL;

CREATE TABLE tokens (
  digest TEXT NOT NULL PRIMARY KEY,
  userId INTEGER NOT NULL,
  credentialsVersion INTEGER NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateUtilisation INTEGER NOT NULL,
  dateExpiration INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokensByUser ON tokens (userId);
CREATE INDEX tokensByExpiration ON tokens (dateExpiration);

CREATE TABLE algos (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  nom TEXT NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateModification INTEGER NOT NULL,
  ownerId INTEGER NOT NULL,
  permsAlgorithme TEXT NOT NULL CHECK (json_valid(permsAlgorithme) AND json_type(permsAlgorithme) = 'array'),
  version INTEGER NOT NULL CHECK (version >= 1),
  ref TEXT NOT NULL UNIQUE
) STRICT;

CREATE INDEX algosByOwner ON algos (ownerId);

-- The highest id that was given for an algorithm, or is reserved.
CREATE TABLE algoIds (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last INTEGER NOT NULL CHECK (last >= 0)
) STRICT;

INSERT INTO algoIds VALUES (1, 0);

-- Who is named in permsAlgorithme, for listing by user.
CREATE TABLE access (
  userId INTEGER NOT NULL,
  algoId INTEGER NOT NULL,
  PRIMARY KEY (userId, algoId)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER accessOfInserted AFTER INSERT ON algos BEGIN
  INSERT INTO access SELECT value ->> '$.idUtilisateur', new.id FROM json_each(new.permsAlgorithme);
END;

CREATE TRIGGER accessOfUpdated AFTER UPDATE OF permsAlgorithme ON algos WHEN new.permsAlgorithme <> old.permsAlgorithme BEGIN
  DELETE FROM access WHERE algoId = old.id
    AND userId IN (SELECT value ->> '$.idUtilisateur' FROM json_each(old.permsAlgorithme));
  INSERT INTO access SELECT value ->> '$.idUtilisateur', new.id FROM json_each(new.permsAlgorithme);
END;

CREATE TRIGGER accessOfDeleted AFTER DELETE ON algos BEGIN
  DELETE FROM access WHERE algoId = old.id
    AND userId IN (SELECT value ->> '$.idUtilisateur' FROM json_each(old.permsAlgorithme));
END;

CREATE TABLE folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  nom TEXT NOT NULL,
  ownerId INTEGER NOT NULL,
  parentId INTEGER
) STRICT;

CREATE INDEX foldersByOwner ON folders (ownerId);

CREATE TABLE deletions (
  userId INTEGER PRIMARY KEY,
  date INTEGER NOT NULL
) STRICT;

-- Keys of limits hold e-mails and addresses, so their SHA-256 is kept: nothing of a deleted user stays behind in them.
CREATE TABLE counters (
  key BLOB NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL,
  windowEnd INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX countersByEnd ON counters (windowEnd);

-- Tries whose outcome is open. One that ends unsettled counts as failed from then on, for windowMs at most.
CREATE TABLE places (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL,
  leaseEnd INTEGER NOT NULL,
  windowMs INTEGER NOT NULL
) STRICT;

CREATE INDEX placesByKey ON places (key, leaseEnd);

CREATE TABLE remembered (
  key BLOB NOT NULL PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX rememberedByEnd ON remembered (until);

-- The import that fills this store and is not finished.
CREATE TABLE importMark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  source TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
`;
