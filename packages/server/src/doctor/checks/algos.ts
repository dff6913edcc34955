import { type Algorithm, type DeletedAlgo, damagedRecord } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import { type Look, mendBy } from '../look.ts';
import { placeOf, readRows, unlessDamaged } from './damaged.ts';
import { isUser } from './users.ts';

/** Every record of an algorithm: its values, its owner, and the users that it is shared with. */
export async function* checkAlgos(look: Look): AsyncGenerator<Finding> {
  const { known } = look;
  for await (const { row, damage } of readRows(look, 'algo')) {
    if (damage !== null) {
      known.usesDamaged('algo', damage);
      yield damagedRecord(damage);
      continue;
    }
    known.uses('algo', row.id);
    for (const id of [row.ownerId, ...row.permsAlgorithme.map(({ idUtilisateur }) => idUtilisateur)])
      known.uses('user', id);
    yield* problemsOf(look, row);
  }
}

async function* problemsOf(look: Look, algo: Algorithm): AsyncGenerator<Finding> {
  const { id, ownerId: owner, dateModification: lastChange } = algo;
  const about = { place: placeOf('algo', id), owner, lastChange };
  if (!(await isUser(look, owner)) && (await recordNow(look, id)) !== null)
    yield { code: 'algo-without-owner', ...about };
  for (const { idUtilisateur, droits } of algo.permsAlgorithme) {
    if ((await isUser(look, idUtilisateur)) || !(await isGranted(look, id, idUtilisateur))) continue;
    const detail = `User ${idUtilisateur} has the right ${droits}`;
    yield { code: 'grant-without-user', ...about, detail, ...removalOf(look, id, idUtilisateur) };
  }
}

/** The record as it is now; null when it is absent or damaged. */
export const recordNow = ({ algos }: Look, id: number): Promise<Algorithm | null> =>
  unlessDamaged(algos.findById(id), null);

/** The algorithm in the bin as it is now; null when it is not there, or damaged. */
export const deletedNow = ({ bin }: Look, id: number): Promise<DeletedAlgo | null> => unlessDamaged(bin.find(id), null);

/** As a record, or in the bin. Beside a running server it may move between two reads. */
export const algoNow = async (look: Look, id: number): Promise<Algorithm | DeletedAlgo | null> =>
  (await recordNow(look, id)) ?? (await deletedNow(look, id)) ?? recordNow(look, id);

async function isGranted(look: Look, id: number, userId: number): Promise<boolean> {
  const grants = (await recordNow(look, id))?.permsAlgorithme ?? [];
  return grants.some(({ idUtilisateur }) => idUtilisateur === userId);
}

const removalOf = (look: Look, id: number, userId: number): Pick<Finding, 'mend'> =>
  mendBy(look, async (mending) => {
    const former = await recordNow(look, id); // an earlier finding may have changed it
    if (former === null) return 'The record was removed meanwhile';
    const permsAlgorithme = former.permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== userId);
    await mending.replace('algo', former, { ...former, permsAlgorithme, version: former.version + 1 });
    return 'The right was taken out of the record';
  });
