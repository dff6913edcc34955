import type { Connection } from '../connection/connection.ts';
import { DERIVE, GRANTS, WORDS, WRONGLY_DERIVED } from '../schema/found.ts';
import { USAGE, VERSION_BYTES } from '../schema/history.ts';
import { SHARES_DUE, WAITING_SHARES } from '../schema/shares.ts';
import { KEYS_OF_USERS, MAKE_START_KEYS, WRONG_START_KEYS } from '../schema/users.ts';

const differing = (key: string, expected: string, actual: string): string => `
  SELECT ${key} AS key FROM (SELECT * FROM (${expected}) EXCEPT SELECT * FROM (${actual}))
  UNION SELECT ${key} FROM (SELECT * FROM (${actual}) EXCEPT SELECT * FROM (${expected})) ORDER BY 1`;

/**
 * Compares what triggers maintain with the records: owners in the tables `usage` and `versionBytes`, algorithms in `access`, `nameWords`,
 * `sharesDue`, `waitingShares` and derived columns, users in `emailKeys` and in the keys of addresses and names.
 */
export function sumDifferences(connection: Connection) {
  const keys = (sql: string): number[] =>
    connection.read(() => connection.prepare(sql).all()).map(({ key }) => Number(key));
  return {
    owners: [
      ...keys(differing('ownerId', USAGE, 'SELECT ownerId, algos, bytes FROM usage')),
      ...keys(differing('ownerId', VERSION_BYTES, 'SELECT ownerId, bytes FROM versionBytes')),
    ],
    algos: [
      ...keys(differing('algoId', GRANTS, 'SELECT * FROM access')),
      ...keys(differing('algoId', WORDS, 'SELECT ownerId, word, algoId FROM nameWords')),
      ...keys(differing('algoId', SHARES_DUE, 'SELECT due, algoId FROM sharesDue')),
      ...keys(differing('algoId', WAITING_SHARES, 'SELECT mailbox, algoId FROM waitingShares')),
      ...keys(WRONGLY_DERIVED),
    ],
    users: [
      ...keys(differing('userId', KEYS_OF_USERS, 'SELECT key, userId FROM emailKeys')),
      ...keys(WRONG_START_KEYS),
    ],
  };
}

/** Makes these tables anew from the records, in one transaction. */
export function rebuildSums(connection: Connection): void {
  connection.write(() =>
    connection.exec(`
      ${DERIVE};
      ${MAKE_START_KEYS};
      DELETE FROM usage; INSERT INTO usage ${USAGE};
      DELETE FROM versionBytes; INSERT INTO versionBytes ${VERSION_BYTES};
      DELETE FROM access; INSERT OR IGNORE INTO access ${GRANTS};
      DELETE FROM nameWords; INSERT INTO nameWords ${WORDS};
      DELETE FROM sharesDue; INSERT INTO sharesDue ${SHARES_DUE};
      DELETE FROM waitingShares; INSERT INTO waitingShares ${WAITING_SHARES};
      DELETE FROM emailKeys; INSERT OR IGNORE INTO emailKeys ${KEYS_OF_USERS}`),
  );
}
