import type { Algorithm } from '../algorithm.ts';
import type { LoadAlgo } from '../content/contentReader.ts';
import { removeAllFormers } from '../content/formers.ts';
import type { AccountsContext } from '../context.ts';
import { DomainError, Responses, UnavailableError } from '../responses.ts';
import { giveUpRights } from '../shares/giveUpRights.ts';
import { DamagedError } from '../storeErrors.ts';
import { nextTurn, removeInBatches } from '../work.ts';
import type { AlgoRepository } from './algoRepository.ts';

/**
 * Removes everything of a user who is marked for deletion, and last the user. Every step is repeatable, in this order. Damaged algorithms
 * are removed too; a right on a damaged algorithm of somebody else stays, and gives nobody anything. False when something still waits: then
 * the mark and the addresses stay, until a repetition removes them.
 */
export async function eraseUser(context: AccountsContext, userId: number): Promise<boolean> {
  await context.sessionStore.deleteByUser(userId);
  await eraseAlgos(context, userId);
  const isBinEmpty = await emptyBin(context, userId); // after: a deletion at the same time may have moved one there
  await removeAllFormers(context, { ownerId: userId });
  await giveUpRights(context, { userId, where: 'rights of a user who is deleted' });
  await context.folders.deleteByOwner(userId);
  if (isBinEmpty) await context.users.delete(userId);
  return isBinEmpty;
}

async function eraseAlgos(context: AccountsContext, userId: number): Promise<void> {
  const { algos, bounds } = context;
  await removeInBatches(bounds.batch, {
    list: (limit) => algos.idsWhere({ userId, side: 'owned', where: { all: true }, limit }),
    keyOf: (id) => `${typeof id} ${id}`,
    async remove(id) {
      await nextTurn();
      await eraseEvenDamaged(context, id);
    },
  });
}

/** False when another call restores or removes an entry at the same time. */
async function emptyBin({ bin, content, bounds }: AccountsContext, ownerId: number): Promise<boolean> {
  let isEmpty = true;
  await removeInBatches(bounds.batch, {
    list: (limit) => bin.listOwned(ownerId, limit),
    keyOf: ({ id, version }) => `${id} ${version}`,
    remove: async (key) => {
      await nextTurn();
      if (!(await content.removeFromBin(key))) isEmpty = false;
    },
  });
  return isEmpty;
}

/**
 * The key of a damaged record may be no id, as the text '7' in MongoDB: then the intact record 7 is another one, and nothing is removed.
 */
async function eraseEvenDamaged(context: AccountsContext, id: number): Promise<void> {
  const { algos, content, onProblem } = context;
  if (!Number.isSafeInteger(id)) {
    const damage = new DamagedError({ place: 'algos', id: String(id), field: null });
    onProblem(damage, 'algorithm of a user who is deleted: not removed, its key is no id');
    return;
  }
  try {
    const algo = await algos.findById(id);
    if (algo !== null) await eraseAlgo(context, algo);
  } catch (problem) {
    if (problem instanceof UnavailableError) throw problem;
    onProblem(problem, 'algorithm of a user who is deleted: removed');
    await content.deleteDamaged(id);
  }
}

export function eraseAlgo(context: AccountsContext, algo: Algorithm): Promise<void> {
  return atAnyVersion(context.algos, algo, (load) => context.content.delete(algo, load));
}

/** Runs a deletion at any version of the algorithm. It is no failure if it is deleted already. */
export async function atAnyVersion(
  algos: AlgoRepository,
  { id }: Algorithm,
  remove: (load: LoadAlgo) => Promise<unknown>,
): Promise<void> {
  const load = async () => (await algos.findById(id)) ?? Promise.reject(new DomainError(Responses.Algo.Not_found));
  try {
    await remove(load);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== Responses.Algo.Not_found) throw error;
  }
}
