import type { Algorithm } from '../algorithm.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { DomainError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';

type ErasurePorts = Pick<Ports, 'users' | 'sessionStore' | 'algos' | 'folders'>;

const BATCH = 100;

/**
 * Removes everything of a user who is marked for deletion: sessions, algorithms with their content, grants on
 * others' algorithms, folders, and last the user. Every step is repeatable, in this order.
 */
export async function eraseUser(ports: ErasurePorts, content: AlgoContent, userId: number): Promise<void> {
  await ports.sessionStore.deleteByUser(userId);
  await eraseAlgos(ports, content, userId);
  await ports.algos.removeRights(userId);
  await ports.folders.deleteByOwner(userId);
  await ports.users.delete(userId);
}

async function eraseAlgos(ports: ErasurePorts, content: AlgoContent, ownerId: number): Promise<void> {
  for (;;) {
    const batch = await ports.algos.listByOwner(ownerId, BATCH);
    for (const algo of batch) await eraseAlgo(ports, content, algo);
    if (batch.length < BATCH) return;
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
