/**
 * The folders of an owner in one row, which a change compares and sets. Folders whose parent is missing, and cycles, are put in order by
 * `folderTree`, a function of the connection (`connection/openDatabase.ts`).
 */
export const folderTrees = `
-- An owner that somebody has edited past the checks stays as damaged as it is.
PRAGMA ignore_check_constraints = ON;

CREATE TABLE folderTrees (
  ownerId INTEGER PRIMARY KEY CHECK (ownerId > 0),
  version INTEGER NOT NULL CHECK (version >= 1),
  lastId INTEGER NOT NULL CHECK (lastId >= 0),
  -- By ascending id: {"id", "nom", "parentId"}, and "isLeaving" while the folder is being deleted.
  folders TEXT NOT NULL CHECK (json_valid(folders) AND json_type(folders) = 'array')
) STRICT;

INSERT INTO folderTrees
  SELECT ownerId, 1, max(id), folderTree(json_group_array(json_object('id', id, 'nom', nom, 'parentId', parentId)))
  FROM folders GROUP BY ownerId;

DROP TABLE folders;

PRAGMA ignore_check_constraints = OFF;
`;
