import { valid } from './0014-shares.ts';

type Side = 'new' | 'old';

const grantsOf = (row: Side): string => `
    SELECT value ->> '$.idUtilisateur' AS userId, value ->> '$.droits' AS droits FROM json_each(${valid(`${row}.permsAlgorithme`)})`;
const placesOf = (row: Side): string => `
    SELECT value ->> '$.idUtilisateur' AS userId, value ->> '$.dossierId' AS dossierId FROM json_each(${valid(`${row}.places`)})`;

/** A change of rights or places writes the rows of `access` that differ: a record may be shared with a thousand people. */
export const access = `
DROP TRIGGER accessOfUpdated;

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
`;
