import type { Algorithm } from '../algorithm.ts';
import type { Bounds } from '../bounds.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { DomainError, UnavailableError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { DamagedError, type OnDamaged } from '../storeErrors.ts';

interface Erasure {
  readonly ports: Pick<Ports, 'users' | 'sessionStore' | 'algos' | 'folders'>;
  readonly content: AlgoContent;
  readonly bounds: Pick<Bounds, 'batch'>;
  /** Gets damaged records that were found. */
  readonly onProblem: OnProblem;
}

type AlgoErasure = Pick<Erasure, 'content' | 'onProblem'> & { readonly ports: Pick<Ports, 'algos'> };

/**
 * Removes everything of a user who is marked for deletion: sessions, algorithms with their content, grants on
 * others' algorithms, folders, and last the user. Every step is repeatable, in this order. Damaged
 * algorithms of the user are removed too. A damaged list of grants stays, because it cannot be read.
 */
export async function eraseUser(erasure: Erasure, userId: number): Promise<void> {
  const { ports, onProblem } = erasure;
  await ports.sessionStore.deleteByUser(userId);
  await eraseAlgos(erasure, userId);
  await ports.algos.removeRights(userId, (damage) => onProblem(damage, 'rights of a user who is deleted'));
  await ports.folders.deleteByOwner(userId);
  await ports.users.delete(userId);
}

async function eraseAlgos({ ports, content, bounds, onProblem }: Erasure, ownerId: number): Promise<void> {
  for (;;) {
    const damaged: DamagedError[] = [];
    const onDamaged: OnDamaged = (damage) => void damaged.push(damage);
    const batch = await ports.algos.listByOwner(ownerId, bounds.batch, onDamaged);
    for (const algo of batch) await eraseEvenDamaged({ ports, content, onProblem }, algo);
    for (const damage of damaged) await eraseDamaged({ ports, content, onProblem }, damage);
    if (batch.length < bounds.batch) return;
  }
}

/**
 * Removes the record that a list has reported. Its key may be no id, as the text '7' in MongoDB: then the intact record 7 is
 * another one, perhaps of another user, and nothing is removed.
 */
async function eraseDamaged({ ports, content, onProblem }: AlgoErasure, damage: DamagedError): Promise<void> {
  const id = Number(damage.id);
  const isFound = Number.isSafeInteger(id) && (await isDamaged(ports, id));
  onProblem(damage, `algorithm of a user who is deleted: ${isFound ? 'removed' : 'not removed, its key is no id'}`);
  if (isFound) await content.deleteDamaged(id);
}

async function isDamaged({ algos }: Pick<Ports, 'algos'>, id: number): Promise<boolean> {
  try {
    await algos.findById(id);
    return false;
  } catch (problem) {
    if (problem instanceof DamagedError) return true;
    throw problem;
  }
}

/** As `eraseAlgo`. An algorithm that cannot be deleted because it is damaged is reported and does not stop the others. */
async function eraseEvenDamaged({ ports, content, onProblem }: AlgoErasure, algo: Algorithm): Promise<void> {
  try {
    await eraseAlgo(ports, content, algo);
  } catch (problem) {
    if (problem instanceof UnavailableError) throw problem;
    onProblem(problem, 'algorithm of a user who is deleted: removed');
    await content.deleteDamaged(algo.id);
  }
}

/** Deletes an algorithm at any version. It is no failure if it is deleted already. */
export async function eraseAlgo({ algos }: Pick<Ports, 'algos'>, content: AlgoContent, algo: Algorithm): Promise<void> {
  const load = async () => (await algos.findById(algo.id)) ?? Promise.reject(new DomainError(Responses.Algo.Not_found));
  try {
    await content.delete(algo, load);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== Responses.Algo.Not_found) throw error;
  }
}
