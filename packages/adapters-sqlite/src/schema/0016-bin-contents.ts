/**
 * The content of what is in the bin is in its file, as that of a record: those that are in the table become files. An index for what looks for the algorithm of a
 * content.
 */
export const binContents = `
INSERT INTO unwritten (algoId, ref, bytes) SELECT id, ref, bytes FROM bin WHERE id NOT IN (SELECT id FROM algos)
  ON CONFLICT (algoId) DO UPDATE SET ref = excluded.ref, bytes = excluded.bytes;

ALTER TABLE bin DROP COLUMN bytes;

CREATE INDEX binByRef ON bin (ref);
`;
