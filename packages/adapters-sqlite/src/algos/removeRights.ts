import { intact, type OnDamaged } from '@algotheque/domain';
import { inBatches } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import { rightsOf } from './algoRows.ts';
import type { AlgoStatements } from './algoStatements.ts';
import { grantsText } from './shareLists.ts';

interface Parts {
  readonly connection: Connection;
  readonly sql: AlgoStatements;
}

/** Takes a user out of the rights of all records, some in each transaction. */
export async function removeRights({ connection, sql }: Parts, userId: number, onDamaged?: OnDamaged): Promise<void> {
  let after = 0;
  await inBatches(() => {
    // On a full disk the work may run twice, so only its result may move on.
    const rows = connection.write(() => {
      const found = sql.listNaming.all({ userId, after });
      for (const { id, permsAlgorithme } of intact(found, rightsOf, { onDamaged })) {
        const left = permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== userId);
        sql.setGrants.run({ id, grants: grantsText(left) });
      }
      return found;
    });
    after = Number(rows.at(-1)?.['id'] ?? after);
    return rows.length;
  });
}
