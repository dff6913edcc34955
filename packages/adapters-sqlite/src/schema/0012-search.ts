/** The folder of a user, by the places of the record. `user` names its table: `place` has a `value`, too. */
const folderOf = (user: string): string => `(
    SELECT place.value ->> '$.dossierId' FROM json_each(iif(json_valid(places), places, '[]')) AS place
    WHERE place.value ->> '$.idUtilisateur' = ${user} LIMIT 1)`;

/** Records whose derived columns are not those that follow from the others. A name that is too short is damage, which is found by itself. */
export const WRONGLY_DERIVED = `
  SELECT id AS key FROM algos
  WHERE length(nom) >= 3
    AND (nomKey <> nameKey(nom) OR words <> nameWords(nom) OR dossierId IS NOT ${folderOf('ownerId')})`;

/** Makes the derived columns anew. */
export const DERIVE = `
  UPDATE algos SET nomKey = nameKey(nom), words = nameWords(nom), dossierId = ${folderOf('ownerId')}`;

/** Who has which right on a record, and what lists of that user are sorted by. */
export const GRANTS = `
  SELECT value ->> '$.idUtilisateur' AS userId, algos.id AS algoId, value ->> '$.droits' AS droits,
    nomKey, dateCreation, dateModification, ${folderOf("json_each.value ->> '$.idUtilisateur'")} AS dossierId
  FROM algos, json_each(iif(json_valid(permsAlgorithme), permsAlgorithme, '[]'))
  WHERE json_each.type = 'object' AND typeof(value ->> '$.idUtilisateur') = 'integer'`;

/** The words of the names, each once for a record. */
export const WORDS = `
  SELECT DISTINCT ownerId, value AS word, algos.id AS algoId FROM algos, json_each(iif(json_valid(words), words, '[]'))
  WHERE json_each.type = 'text'`;

const usersIn = (row: 'new' | 'old'): string => `
    SELECT value ->> '$.idUtilisateur' FROM json_each(iif(json_valid(${row}.permsAlgorithme), ${row}.permsAlgorithme, '[]'))`;

const REMOVE_ACCESS = `
  DELETE FROM access WHERE algoId = old.id AND userId IN (${usersIn('old')});`;

const ADD_ACCESS = `
  INSERT INTO access
    SELECT value ->> '$.idUtilisateur', new.id, value ->> '$.droits', new.nomKey, new.dateCreation, new.dateModification, NULL
    FROM json_each(new.permsAlgorithme);`;

/** Each user has one row in `access`, so this costs as much as there are places. */
const SET_FOLDERS = `
  UPDATE access SET dossierId = place.value ->> '$.dossierId'
    FROM json_each(iif(json_valid(new.places), new.places, '[]')) AS place
    WHERE algoId = new.id AND userId = place.value ->> '$.idUtilisateur';`;

const REMOVE_WORDS = `
  DELETE FROM nameWords WHERE ownerId = old.ownerId AND algoId = old.id
    AND word IN (SELECT value FROM json_each(iif(json_valid(old.words), old.words, '[]')));`;

const ADD_WORDS = `
  INSERT OR IGNORE INTO nameWords SELECT new.ownerId, value, new.id FROM json_each(new.words);`;

/**
 * What algorithms are found by: the key and the words of the name, the dates, and the folder of each user. `nomKey`, `words` and `dossierId` (the
 * folder of the owner) follow from other columns; the repository writes them. Triggers maintain the tables `access` and `nameWords`.
 * `nameKey` and `nameWords` are functions of the connection (`connection/openDatabase.ts`).
 */
export const search = `
-- A row that somebody has edited past the checks stays as damaged as it is.
PRAGMA ignore_check_constraints = ON;

ALTER TABLE algos ADD COLUMN places TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(places) AND json_type(places) = 'array');
ALTER TABLE algos ADD COLUMN dossierId INTEGER;
ALTER TABLE algos ADD COLUMN nomKey TEXT NOT NULL DEFAULT '';
ALTER TABLE algos ADD COLUMN words TEXT NOT NULL DEFAULT '[]';

${DERIVE};

CREATE INDEX algosByName ON algos (ownerId, nomKey, id);
CREATE INDEX algosByCreation ON algos (ownerId, dateCreation, id);
CREATE INDEX algosByModification ON algos (ownerId, dateModification, id);
CREATE INDEX algosByFolder ON algos (ownerId, dossierId, id);

CREATE TABLE nameWords (
  ownerId INTEGER NOT NULL,
  word TEXT NOT NULL,
  algoId INTEGER NOT NULL,
  PRIMARY KEY (ownerId, word, algoId)
) STRICT, WITHOUT ROWID;

INSERT INTO nameWords ${WORDS};

CREATE TRIGGER wordsOfInserted AFTER INSERT ON algos BEGIN${ADD_WORDS}
END;

CREATE TRIGGER wordsOfUpdated AFTER UPDATE OF ownerId, words ON algos
WHEN new.words <> old.words OR new.ownerId <> old.ownerId BEGIN${REMOVE_WORDS}${ADD_WORDS}
END;

CREATE TRIGGER wordsOfDeleted AFTER DELETE ON algos BEGIN${REMOVE_WORDS}
END;

DROP TRIGGER accessOfInserted;
DROP TRIGGER accessOfUpdated;
DROP TRIGGER accessOfDeleted;
DROP TABLE access;

CREATE TABLE access (
  userId INTEGER NOT NULL,
  algoId INTEGER NOT NULL,
  droits TEXT,
  nomKey TEXT,
  dateCreation INTEGER,
  dateModification INTEGER,
  dossierId INTEGER,
  PRIMARY KEY (userId, algoId)
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO access SELECT * FROM (${GRANTS});

CREATE INDEX accessByName ON access (userId, nomKey, algoId);
CREATE INDEX accessByCreation ON access (userId, dateCreation, algoId);
CREATE INDEX accessByModification ON access (userId, dateModification, algoId);
CREATE INDEX accessByFolder ON access (userId, dossierId, algoId);

CREATE TRIGGER accessOfInserted AFTER INSERT ON algos WHEN new.permsAlgorithme <> '[]' BEGIN${ADD_ACCESS}${SET_FOLDERS}
END;

CREATE TRIGGER accessOfUpdated AFTER UPDATE OF permsAlgorithme, places ON algos
WHEN new.permsAlgorithme <> old.permsAlgorithme OR (new.places <> old.places AND new.permsAlgorithme <> '[]') BEGIN${REMOVE_ACCESS}${ADD_ACCESS}${SET_FOLDERS}
END;

CREATE TRIGGER accessOfSorted AFTER UPDATE OF nomKey, dateCreation, dateModification ON algos
WHEN new.permsAlgorithme <> '[]' BEGIN
  UPDATE access SET nomKey = new.nomKey, dateCreation = new.dateCreation, dateModification = new.dateModification
    WHERE algoId = new.id AND userId IN (${usersIn('new')});
END;

CREATE TRIGGER accessOfDeleted AFTER DELETE ON algos WHEN old.permsAlgorithme <> '[]' BEGIN${REMOVE_ACCESS}
END;

PRAGMA ignore_check_constraints = OFF;
`;
