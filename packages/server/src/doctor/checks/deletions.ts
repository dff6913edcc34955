import { damagedRecord } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import type { Look } from '../look.ts';
import { readRows } from './damaged.ts';

/** The entries of deletions under way. An entry is no finding: a server finishes it. */
export async function* checkDeletions(look: Look): AsyncGenerator<Finding> {
  const { known } = look;
  for await (const { row, damage } of readRows(look, 'deletion')) {
    if (damage === null) {
      known.deletions.add(row.userId);
      known.uses('user', row.userId);
      continue;
    }
    const id = known.usesDamaged('user', damage);
    if (id !== null) known.deletions.add(id);
    yield damagedRecord(damage);
  }
}
