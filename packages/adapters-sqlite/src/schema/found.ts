/** The list in a column, or an empty one where somebody has edited it to be no JSON. */
export const valid = (list: string): string => `iif(json_valid(${list}), ${list}, '[]')`;

/** The folder of a user, by the places of the record. `user` names its table: `place` has a `value`, too. */
const folderOf = (user: string): string => `(
    SELECT place.value ->> '$.dossierId' FROM json_each(${valid('places')}) AS place
    WHERE place.value ->> '$.idUtilisateur' = ${user} LIMIT 1)`;

/**
 * Records whose derived columns are not those that follow from the others. A name that is too short is damage, which is found by itself.
 */
export const WRONGLY_DERIVED = `
  SELECT id AS key FROM algos
  WHERE length(nom) >= 3
    AND (nomKey <> nameKey(nom) OR words <> nameWords(nom) OR dossierId IS NOT ${folderOf('ownerId')})`;

export const DERIVE = `
  UPDATE algos SET nomKey = nameKey(nom), words = nameWords(nom), dossierId = ${folderOf('ownerId')}`;

/** Who has which right on a record, and what lists of that user are sorted by. */
export const GRANTS = `
  SELECT value ->> '$.idUtilisateur' AS userId, algos.id AS algoId, value ->> '$.droits' AS droits,
    nomKey, dateCreation, dateModification, ${folderOf("json_each.value ->> '$.idUtilisateur'")} AS dossierId
  FROM algos, json_each(${valid('permsAlgorithme')})
  WHERE json_each.type = 'object' AND typeof(value ->> '$.idUtilisateur') = 'integer'`;

/** The words of the names, each once for a record. */
export const WORDS = `
  SELECT DISTINCT ownerId, value AS word, algos.id AS algoId FROM algos, json_each(${valid('words')})
  WHERE json_each.type = 'text'`;

type Side = 'new' | 'old';

const usersIn = (row: Side): string => `
    SELECT value ->> '$.idUtilisateur' FROM json_each(${valid(`${row}.permsAlgorithme`)})`;
const grantsOf = (row: Side): string => `
    SELECT value ->> '$.idUtilisateur' AS userId, value ->> '$.droits' AS droits FROM json_each(${valid(`${row}.permsAlgorithme`)})`;
const placesOf = (row: Side): string => `
    SELECT value ->> '$.idUtilisateur' AS userId, value ->> '$.dossierId' AS dossierId FROM json_each(${valid(`${row}.places`)})`;

const REMOVE_WORDS = `
  DELETE FROM nameWords WHERE ownerId = old.ownerId AND algoId = old.id
    AND word IN (SELECT value FROM json_each(${valid('old.words')}));`;

const ADD_WORDS = `
  INSERT OR IGNORE INTO nameWords SELECT new.ownerId, value, new.id FROM json_each(new.words);`;

/** Each column by itself: a change of one writes one index, of as many rows as people have a right. */
const SORTED = ['nomKey', 'dateCreation', 'dateModification']
  .map(
    (column) => `
CREATE TRIGGER ${column}OfAccess AFTER UPDATE OF ${column} ON algos
WHEN new.permsAlgorithme <> '[]' AND new.${column} <> old.${column} BEGIN
  UPDATE access SET ${column} = new.${column} WHERE algoId = new.id AND userId IN (${usersIn('new')});
END;
`,
  )
  .join('');

/**
 * What algorithms are found by, in tables that triggers maintain, so that they stay right when somebody edits the database: `nameWords`,
 * and `access` with who is named in `permsAlgorithme`. A change of rights or places writes the rows of `access` that differ: a record may
 * be shared with a thousand people.
 */
export const found = `
CREATE TABLE nameWords (
  ownerId INTEGER NOT NULL,
  word TEXT NOT NULL,
  algoId INTEGER NOT NULL,
  PRIMARY KEY (ownerId, word, algoId)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER wordsOfInserted AFTER INSERT ON algos BEGIN${ADD_WORDS}
END;

CREATE TRIGGER wordsOfUpdated AFTER UPDATE OF ownerId, words ON algos
WHEN new.words <> old.words OR new.ownerId <> old.ownerId BEGIN${REMOVE_WORDS}${ADD_WORDS}
END;

CREATE TRIGGER wordsOfDeleted AFTER DELETE ON algos BEGIN${REMOVE_WORDS}
END;

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

CREATE INDEX accessByName ON access (userId, nomKey, algoId);
CREATE INDEX accessByCreation ON access (userId, dateCreation, algoId);
CREATE INDEX accessByModification ON access (userId, dateModification, algoId);
CREATE INDEX accessByFolder ON access (userId, dossierId, algoId);

CREATE TRIGGER accessOfInserted AFTER INSERT ON algos WHEN new.permsAlgorithme <> '[]' BEGIN
  INSERT INTO access
    SELECT value ->> '$.idUtilisateur', new.id, value ->> '$.droits', new.nomKey, new.dateCreation, new.dateModification, NULL
    FROM json_each(new.permsAlgorithme);
  UPDATE access SET dossierId = place.value ->> '$.dossierId'
    FROM json_each(${valid('new.places')}) AS place
    WHERE algoId = new.id AND userId = place.value ->> '$.idUtilisateur';
END;

CREATE TRIGGER accessOfUpdated AFTER UPDATE OF permsAlgorithme, places ON algos
WHEN new.permsAlgorithme <> old.permsAlgorithme OR (new.places <> old.places AND new.permsAlgorithme <> '[]') BEGIN
  SELECT RAISE(ABORT, 'constraint failed: a user has two rights') WHERE EXISTS (
    SELECT 1 FROM (${grantsOf('new')}) GROUP BY userId HAVING count(*) > 1);
  DELETE FROM access WHERE algoId = old.id AND userId IN (
    SELECT userId FROM (${grantsOf('old')}) EXCEPT SELECT userId FROM (${grantsOf('new')}));
  INSERT INTO access
    SELECT userId, new.id, droits, new.nomKey, new.dateCreation, new.dateModification, NULL
    FROM (${grantsOf('new')} EXCEPT ${grantsOf('old')}) WHERE true
    ON CONFLICT (userId, algoId) DO UPDATE SET droits = excluded.droits;
  UPDATE access SET dossierId = NULL WHERE algoId = new.id AND userId IN (
    SELECT userId FROM (${placesOf('old')}) EXCEPT SELECT userId FROM (${placesOf('new')}));
  UPDATE access SET dossierId = place.dossierId FROM (${placesOf('new')} EXCEPT ${placesOf('old')}) AS place
    WHERE algoId = new.id AND access.userId = place.userId;
END;

${SORTED}
CREATE TRIGGER accessOfDeleted AFTER DELETE ON algos WHEN old.permsAlgorithme <> '[]' BEGIN
  DELETE FROM access WHERE algoId = old.id AND userId IN (${usersIn('old')});
END;
`;
