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

/** The grants of the records that one transaction changes, as text: those of a thousand people, or many short ones. */
const BATCH_BYTES = 65_536;

/** Takes a user out of the rights of all records. Each transaction changes some; other work runs in between. */
export async function removeRights({ connection, sql }: Parts, userId: number, onDamaged?: OnDamaged): Promise<void> {
  for (let after = 0; ; await setImmediate()) {
    // On a full disk the work may run twice, so only its result may move on.
    const last: number | null = connection.write(() => {
      const last = endOfBatch(sql.sizesNaming.all({ userId, after }));
      if (last === null) return null;
      const found = sql.listNaming.all({ userId, after, last });
      for (const { id, permsAlgorithme } of intact(found, rightsOf, { onDamaged })) {
        const left = permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== userId);
        sql.setGrants.run({ id, grants: grantsText(left) });
      }
      return last;
    });
    if (last === null) return;
    after = last;
  }
}

/** The id of the last record of a batch: one at least. Null if there is none. */
function endOfBatch(sizes: readonly Row[]): number | null {
  let bytes = 0;
  const end = sizes.findIndex((size) => {
    bytes += Number(size['bytes']);
    return bytes > BATCH_BYTES;
  });
  const last = end === -1 ? sizes.at(-1) : sizes[Math.max(0, end - 1)];
  return last === undefined ? null : Number(last['id']);
}
