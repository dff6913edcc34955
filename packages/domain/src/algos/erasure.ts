import type { Algorithm } from '../algorithm.ts';
import type { LoadAlgo } from '../content/contentReader.ts';
import type { AccountsContext } from '../context.ts';
import { DomainError, Responses, UnavailableError } from '../responses.ts';
import { giveUpRights } from '../shares/giveUpRights.ts';
import { type DamagedError, nullIfDamaged, type OnDamaged } from '../storeErrors.ts';
import { nextTurn, READ_AT_ONCE, removeInBatches } from '../work.ts';
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
  await context.formers.removeAll({ ownerId: userId });
  await giveUpRights(context, { userId, where: 'rights of a user who is deleted' });
  await context.folders.deleteByOwner(userId);
  if (isBinEmpty) await context.users.delete(userId);
  return isBinEmpty;
}

async function eraseAlgos(context: AccountsContext, ownerId: number): Promise<void> {
  const { algos, bounds } = context;
  const limit = Math.min(bounds.batch, READ_AT_ONCE);
  for (;;) {
    const damaged: DamagedError[] = [];
    const onDamaged: OnDamaged = (damage) => void damaged.push(damage);
    const batch = await algos.listByOwner(ownerId, limit, onDamaged);
    for (const algo of batch) {
      await nextTurn();
      await eraseEvenDamaged(context, algo);
    }
    for (const damage of damaged) await eraseDamaged(context, damage);
    if (batch.length < limit) return;
  }
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
async function eraseDamaged(context: AccountsContext, damage: DamagedError): Promise<void> {
  const { content, onProblem } = context;
  const id = Number(damage.id);
  const isFound = Number.isSafeInteger(id) && (await isDamaged(context, id));
  onProblem(damage, `algorithm of a user who is deleted: ${isFound ? 'removed' : 'not removed, its key is no id'}`);
  if (isFound) await content.deleteDamaged(id);
}

async function isDamaged({ algos }: AccountsContext, id: number): Promise<boolean> {
  let damaged = false;
  await nullIfDamaged(algos.findById(id), () => {
    damaged = true;
  });
  return damaged;
}

async function eraseEvenDamaged(context: AccountsContext, algo: Algorithm): Promise<void> {
  try {
    await eraseAlgo(context, algo);
  } catch (problem) {
    if (problem instanceof UnavailableError) throw problem;
    context.onProblem(problem, 'algorithm of a user who is deleted: removed');
    await context.content.deleteDamaged(algo.id);
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
