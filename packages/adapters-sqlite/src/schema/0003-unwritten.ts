/**
 * What the files of algorithms must still become. A row is written in the transaction of the record, and removed when
 * the file is durable.
 */
export const unwritten = `
CREATE TABLE unwritten (
  algoId INTEGER PRIMARY KEY CHECK (algoId > 0),
  -- The reference and the content of the file; both NULL when there must be no file.
  ref TEXT,
  bytes BLOB,
  CHECK ((ref IS NULL) = (bytes IS NULL))
) STRICT;
`;
