/** Within a trigger: removes a content that was named by `ref` of the algorithm `id`, unless the algorithm or a former version of it names it still. */
const dropContent = (ref: string, id: string): string => `
  DELETE FROM contents WHERE ref = ${ref}
    AND NOT EXISTS (SELECT 1 FROM algos WHERE id = ${id} AND ref = ${ref})
    AND NOT EXISTS (SELECT 1 FROM bin WHERE id = ${id} AND ref = ${ref})
    AND NOT EXISTS (SELECT 1 FROM history WHERE ref = ${ref});`;

/** Whether nothing names a content. */
export const IS_UNNAMED = `
  NOT EXISTS (SELECT 1 FROM algos WHERE algos.ref = contents.ref)
    AND NOT EXISTS (SELECT 1 FROM bin WHERE bin.ref = contents.ref)
    AND NOT EXISTS (SELECT 1 FROM history WHERE history.ref = contents.ref)
    AND NOT EXISTS (SELECT 1 FROM unwritten WHERE unwritten.ref = contents.ref)`;

/**
 * One table of contents: a row that the commit of a record writes stays until nothing names its content. So a former version needs no second copy of its
 * content, and a file that is written needs no removal of a long row. Triggers remove what nothing names.
 */
export const contents = `
CREATE TABLE contents (
  ref TEXT NOT NULL PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;

INSERT INTO contents SELECT ref, bytes FROM history;
INSERT OR IGNORE INTO contents SELECT ref, bytes FROM unwritten WHERE ref IS NOT NULL;

ALTER TABLE history DROP COLUMN bytes;

ALTER TABLE unwritten RENAME TO formerUnwritten;

CREATE TABLE unwritten (
  algoId INTEGER PRIMARY KEY CHECK (algoId > 0),
  -- The content that the file must have; NULL when there must be no file.
  ref TEXT
) STRICT;

INSERT INTO unwritten SELECT algoId, ref FROM formerUnwritten;

DROP TABLE formerUnwritten;

CREATE TRIGGER contentOfChangedAlgo AFTER UPDATE OF ref ON algos WHEN new.ref <> old.ref BEGIN${dropContent('old.ref', 'old.id')}
END;

CREATE TRIGGER contentOfDeletedAlgo AFTER DELETE ON algos BEGIN${dropContent('old.ref', 'old.id')}
END;

CREATE TRIGGER contentOfRemovedFromBin AFTER DELETE ON bin BEGIN${dropContent('old.ref', 'old.id')}
END;

CREATE TRIGGER contentOfRemovedVersion AFTER DELETE ON history BEGIN${dropContent('old.ref', 'old.algoId')}
END;
`;
