import { damagedRecord } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import type { Look } from '../look.ts';
import { deletedNow, recordNow } from './algos.ts';
import { placeOf, readRows } from './damaged.ts';
import { isUser } from './users.ts';

/** Every deleted algorithm: its values, its owner. The check of contents reads its content. */
export async function* checkBin(look: Look): AsyncGenerator<Finding> {
  for await (const { row, damage } of readRows(look, 'deleted')) {
    if (damage !== null) {
      yield damagedRecord(damage);
      continue;
    }
    const { id, ownerId: owner } = row;
    look.known.uses('algo', id);
    look.known.uses('user', owner);
    const place = placeOf('deleted', id);
    if (!(await isUser(look, owner)) && (await deletedNow(look, id)) !== null)
      yield { code: 'bin-without-owner', place, owner };
    if ((await recordNow(look, id)) !== null && (await deletedNow(look, id)) !== null)
      yield { code: 'bin-and-record', place, owner };
  }
}
