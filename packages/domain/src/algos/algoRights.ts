import type { Algorithm, Right } from '../algorithm.ts';
import { DamagedError } from '../storeErrors.ts';

/** What can be done to an algorithm. */
export type AlgoOperation = 'read' | 'update' | 'share' | 'delete' | 'leave';

const ALGO_RIGHTS: Readonly<Record<Right, readonly AlgoOperation[]>> = {
  Owner: ['read', 'update', 'share', 'delete'],
  ReadWrite: ['read', 'update', 'leave'],
  Read: ['read', 'leave'],
};

/** The right of a user on an algorithm. Null: the user must not learn that the algorithm exists. */
export function rightOn(algo: Algorithm, userId: number): Right | null {
  if (algo.ownerId === userId) return 'Owner';
  return algo.permsAlgorithme.find(({ idUtilisateur }) => idUtilisateur === userId)?.droits ?? null;
}

/**
 * The right of a user who must have one: the record was found by it.
 * @throws DamagedError when there is none; no right is invented
 */
export function requireRight(algo: Algorithm, userId: number): Right {
  const right = rightOn(algo, userId);
  if (right !== null) return right;
  throw new DamagedError({ place: 'algos', id: algo.id, field: 'permsAlgorithme' }, 'lacks the right of its requester');
}

/** Whether the right allows the operation. */
export function mayOnAlgo(right: Right, operation: AlgoOperation): boolean {
  return ALGO_RIGHTS[right].includes(operation);
}

/** An owner creates only for themself. */
export function mayCreateFor(requesterId: number, ownerId: number): boolean {
  return requesterId === ownerId;
}
