import { setImmediate } from 'node:timers/promises';
import { intact, type OnDamaged } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import { rightsOf } from './algoRows.ts';
import type { AlgoStatements } from './algoStatements.ts';
import { grantsText } from './shareLists.ts';

interface Parts {
  readonly connection: Connection;
  readonly sql: AlgoStatements;
}

/**
 * The most UTF-16 units of the grants, as text, of the records that one transaction changes: those of a thousand people, or many short
 * ones.
 */
const BATCH_UNITS = 65_536;

/** Takes a user out of the rights of all records. Each transaction changes some; other work runs in between. */
export async function removeRights({ connection, sql }: Parts, userId: number, onDamaged?: OnDamaged): Promise<void> {
  for (let after = 0; ; await setImmediate()) {
    // On a full disk the work may run twice, so only its result may move on.
    const rows = connection.write(() => {
      const found = someOf(sql.listNaming.iterate({ userId, after }));
      for (const { id, permsAlgorithme } of intact(found, rightsOf, { onDamaged })) {
        const left = permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== userId);
        sql.setGrants.run({ id, grants: grantsText(left) });
      }
      return found;
    });
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.['id']);
  }
}

/** The first of these records that make a batch: one at least. */
function someOf(rows: Iterable<Row>): readonly Row[] {
  const some: Row[] = [];
  let units = 0;
  for (const row of rows) {
    units += String(row['permsAlgorithme']).length;
    if (some.length > 0 && units > BATCH_UNITS) break;
    some.push(row);
  }
  return some;
}
