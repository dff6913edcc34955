/**
 * Records of algorithms. `nomKey`, `words` and `dossierId` (the folder of the owner) follow from other columns; the repository writes them.
 */
export const algos = `
CREATE TABLE algos (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  nom TEXT NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateModification INTEGER NOT NULL,
  ownerId INTEGER NOT NULL,
  permsAlgorithme TEXT NOT NULL CHECK (json_valid(permsAlgorithme) AND json_type(permsAlgorithme) = 'array'),
  version INTEGER NOT NULL CHECK (version >= 1),
  ref TEXT NOT NULL UNIQUE,
  contentBytes INTEGER NOT NULL CHECK (contentBytes >= 1),
  places TEXT NOT NULL CHECK (json_valid(places) AND json_type(places) = 'array'),
  dossierId INTEGER,
  nomKey TEXT NOT NULL,
  words TEXT NOT NULL,
  modifiedBy INTEGER NOT NULL,
  waiting TEXT NOT NULL CHECK (json_valid(waiting) AND json_type(waiting) = 'array'),
  dateSource INTEGER NOT NULL
) STRICT;

CREATE INDEX algosByOwner ON algos (ownerId);
CREATE INDEX algosByName ON algos (ownerId, nomKey, id);
CREATE INDEX algosByCreation ON algos (ownerId, dateCreation, id);
CREATE INDEX algosByModification ON algos (ownerId, dateModification, id);
CREATE INDEX algosByFolder ON algos (ownerId, dossierId, id);

-- The highest id that was given for an algorithm.
CREATE TABLE algoIds (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last INTEGER NOT NULL CHECK (last >= 0)
) STRICT;

INSERT INTO algoIds VALUES (1, 0);

-- The folders of an owner in one row, which a change compares and sets.
CREATE TABLE folderTrees (
  ownerId INTEGER PRIMARY KEY CHECK (ownerId > 0),
  version INTEGER NOT NULL CHECK (version >= 1),
  lastId INTEGER NOT NULL CHECK (lastId >= 0),
  -- By ascending id: {"id", "nom", "parentId"}.
  folders TEXT NOT NULL CHECK (json_valid(folders) AND json_type(folders) = 'array')
) STRICT;

-- The id of the folder that has the contents.
CREATE TABLE contentOwner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  owner TEXT NOT NULL
) STRICT;
`;
