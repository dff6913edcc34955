import type { Algorithm, Right } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext } from '../context.ts';
import { type ExpectedVersion, isExpected } from '../input.ts';
import { DomainError, type ErrorCode, Responses } from '../responses.ts';
import { DamagedError } from '../storeErrors.ts';
import type { AlgoRepository } from './algoRepository.ts';

type AlgoOperation = 'read' | 'update' | 'share' | 'delete' | 'leave';

const ALGO_RIGHTS: Readonly<Record<Right, readonly AlgoOperation[]>> = {
  Owner: ['read', 'update', 'share', 'delete'],
  ReadWrite: ['read', 'update', 'leave'],
  Read: ['read', 'leave'],
};

/** Null: the user must not learn that the algorithm exists. */
export function rightOn(algo: Algorithm, userId: number): Right | null {
  if (algo.ownerId === userId) return 'Owner';
  return algo.permsAlgorithme.find(({ idUtilisateur }) => idUtilisateur === userId)?.droits ?? null;
}

/**
 * The right of a user by which the record was found.
 * @throws DamagedError when there is none; no right is invented
 */
export function requireRightOnAlgo(algo: Algorithm, userId: number): Right {
  const right = rightOn(algo, userId);
  if (right !== null) return right;
  throw new DamagedError({ place: 'algos', id: algo.id, field: 'permsAlgorithme' }, 'lacks the right of its requester');
}

const FORBIDDEN: Readonly<Record<Exclude<AlgoOperation, 'read'>, ErrorCode>> = {
  update: Responses.Algo.Forbidden_update,
  share: Responses.Algo.Forbidden_share,
  delete: Responses.Algo.Forbidden_delete,
  leave: Responses.Algo.Forbidden_leave,
};

export interface Access {
  readonly id: number;
  readonly requesterId: number;
  /** The requester must be allowed all of them; the first that is refused decides the error. */
  readonly operations: readonly AlgoOperation[];
  readonly ifVersion?: ExpectedVersion | undefined;
}

export interface LoadedAlgo {
  readonly algo: Algorithm;
  readonly right: Right;
}

/**
 * The record, if the requester may do all of these operations.
 * @throws DomainError Algo.Not_found when it is absent or not readable, then Forbidden_…, then Algo.Conflict
 */
export async function loadAlgo(algos: AlgoRepository, access: Access): Promise<LoadedAlgo> {
  const algo = await algos.findById(access.id, access.requesterId);
  const right = algo === null ? null : rightOn(algo, access.requesterId);
  if (algo === null || right === null) throw new DomainError(Responses.Algo.Not_found);
  for (const operation of access.operations) {
    if (operation !== 'read' && !ALGO_RIGHTS[right].includes(operation)) throw new DomainError(FORBIDDEN[operation]);
  }
  if (!isExpected(algo.version, access.ifVersion)) throw new DomainError(Responses.Algo.Conflict);
  return { algo, right };
}

/** The record, and the source code that belongs to it, if the requester may read them. @throws DomainError Algo.Not_found */
export async function readAlgo(
  { algos, content }: AccountsContext,
  { id, requesterId }: { readonly id: number; readonly requesterId: number },
): Promise<{ readonly algo: Algorithm; readonly source: SourceText }> {
  const load = async () => (await loadAlgo(algos, { id, requesterId, operations: ['read'] })).algo;
  return content.reader.read(await load(), load);
}
