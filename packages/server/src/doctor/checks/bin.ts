import { damagedRecord } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import type { Look } from '../look.ts';
import { placeOf, readRows, unlessDamaged } from './damaged.ts';
import { sourceProblem } from './history.ts';
import { isUser } from './users.ts';

/** Every deleted algorithm: its values, its content, its owner. */
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
    const problem = sourceProblem(row);
    if (problem !== null) yield { code: 'bin-damaged', place, owner, detail: problem };
    if (!(await isUser(look, owner)) && (await isThere(look, id))) yield { code: 'bin-without-owner', place, owner };
    if ((await unlessDamaged(look.algos.findById(id), null)) !== null && (await isThere(look, id)))
      yield { code: 'bin-and-record', place, owner };
  }
}

/** Whether it is in the bin still: beside a running server it may have been removed meanwhile. */
const isThere = async ({ bin }: Look, id: number): Promise<boolean> =>
  (await unlessDamaged(bin.find(id), null)) !== null;
