import { SHARE_BYTES } from '@algotheque/domain';
import { valid } from './found.ts';

type Table = 'algos' | 'bin';

/** What a row counts for the quota (`ownedBytes` of the domain); nothing waits in the bin. @param row the row, with its point, as `new.` */
const ownedBytes = (table: Table, row = ''): string => {
  const lists = table === 'bin' ? ['permsAlgorithme'] : ['permsAlgorithme', 'waiting'];
  const counted = lists.map((list) => `json_array_length(${valid(`${row}${list}`)})`);
  return `(${row}contentBytes + ${SHARE_BYTES} * (${counted.join(' + ')}))`;
};

export const OWNED_IN_BIN = ownedBytes('bin');

/** What each owner has. A sum that no number holds exactly belongs to a damaged record, which is found by itself. */
export const USAGE = `
  SELECT ownerId, count(*) AS algos, CAST(total(owned) AS INTEGER) AS bytes FROM (
    SELECT ownerId, ${ownedBytes('algos')} AS owned FROM algos
    UNION ALL SELECT ownerId, ${OWNED_IN_BIN} FROM bin) GROUP BY ownerId`;

/**
 * The bytes of the former versions of each owner. A sum that no number holds exactly belongs to a damaged entry, which is found by itself.
 */
export const VERSION_BYTES = `
  SELECT ownerId, CAST(total(contentBytes) AS INTEGER) AS bytes FROM history GROUP BY ownerId`;

const ADD_BYTES = `
  INSERT INTO versionBytes VALUES (new.ownerId, new.contentBytes)
    ON CONFLICT (ownerId) DO UPDATE SET bytes = CAST(bytes + excluded.bytes AS INTEGER);`;

const REMOVE_BYTES = `
  UPDATE versionBytes SET bytes = CAST(bytes - old.contentBytes AS INTEGER) WHERE ownerId = old.ownerId;
  DELETE FROM versionBytes WHERE ownerId = old.ownerId AND bytes = 0;`;

const addUsage = (table: Table): string => `
  INSERT INTO usage VALUES (new.ownerId, 1, ${ownedBytes(table, 'new.')})
    ON CONFLICT (ownerId) DO UPDATE SET algos = CAST(algos + 1 AS INTEGER), bytes = CAST(bytes + excluded.bytes AS INTEGER);`;

const countLess = (table: Table): string => `
  UPDATE usage SET algos = CAST(algos - 1 AS INTEGER), bytes = CAST(bytes - ${ownedBytes(table, 'old.')} AS INTEGER) WHERE ownerId = old.ownerId;`;

const REMOVE_EMPTY = `
  DELETE FROM usage WHERE ownerId = old.ownerId AND algos = 0;`;

const removeUsage = (table: Table): string => `${countLess(table)}${REMOVE_EMPTY}`;

const isOther = (table: Table): string =>
  `new.ownerId <> old.ownerId OR ${ownedBytes(table, 'new.')} <> ${ownedBytes(table, 'old.')}`;

/**
 * The bin, and what algorithms were; and the sums of an owner, which triggers maintain: `usage` of records and the bin, `versionBytes` of
 * the history.
 */
export const history = `
-- Without the checks of algos, so that a row that somebody has edited past them can move: who reads it reports the damage.
CREATE TABLE bin (
  id INTEGER PRIMARY KEY,
  nom TEXT NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateModification INTEGER NOT NULL,
  ownerId INTEGER NOT NULL,
  permsAlgorithme TEXT NOT NULL,
  version INTEGER NOT NULL,
  ref TEXT NOT NULL,
  contentBytes INTEGER NOT NULL,
  places TEXT NOT NULL,
  modifiedBy INTEGER NOT NULL,
  dateSource INTEGER NOT NULL,
  dateSuppression INTEGER NOT NULL
) STRICT;

CREATE INDEX binByOwner ON bin (ownerId, dateSuppression, id);
CREATE INDEX binByDate ON bin (dateSuppression);
CREATE INDEX binByRef ON bin (ref);

CREATE TABLE history (
  ref TEXT NOT NULL PRIMARY KEY,
  algoId INTEGER NOT NULL,
  version INTEGER NOT NULL,
  ownerId INTEGER NOT NULL,
  nom TEXT NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateModification INTEGER NOT NULL,
  modifiedBy INTEGER NOT NULL,
  dateSource INTEGER NOT NULL,
  contentBytes INTEGER NOT NULL,
  dateExpiration INTEGER NOT NULL
) STRICT;

CREATE INDEX historyByAlgo ON history (algoId, version);
CREATE INDEX historyByOwner ON history (ownerId, dateExpiration);
CREATE INDEX historyByEnd ON history (dateExpiration);

CREATE TABLE usage (
  ownerId INTEGER PRIMARY KEY,
  algos INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;

CREATE TRIGGER usageOfInserted AFTER INSERT ON algos BEGIN${addUsage('algos')}
END;

CREATE TRIGGER usageOfUpdated AFTER UPDATE OF ownerId, contentBytes, permsAlgorithme, waiting ON algos
WHEN ${isOther('algos')} BEGIN${countLess('algos')}${addUsage('algos')}${REMOVE_EMPTY}
END;

CREATE TRIGGER usageOfDeleted AFTER DELETE ON algos BEGIN${removeUsage('algos')}
END;

CREATE TRIGGER usageOfAddedToBin AFTER INSERT ON bin BEGIN${addUsage('bin')}
END;

CREATE TRIGGER usageOfChangedInBin AFTER UPDATE OF ownerId, contentBytes, permsAlgorithme ON bin
WHEN ${isOther('bin')} BEGIN${removeUsage('bin')}${addUsage('bin')}
END;

CREATE TRIGGER usageOfRemovedFromBin AFTER DELETE ON bin BEGIN${removeUsage('bin')}
END;

CREATE TABLE versionBytes (
  ownerId INTEGER NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT;

CREATE TRIGGER bytesOfVersion AFTER INSERT ON history BEGIN${ADD_BYTES}
END;

CREATE TRIGGER bytesOfChangedVersion AFTER UPDATE OF ownerId, contentBytes ON history BEGIN${REMOVE_BYTES}${ADD_BYTES}
END;

CREATE TRIGGER bytesOfRemovedVersion AFTER DELETE ON history BEGIN${REMOVE_BYTES}
END;
`;
