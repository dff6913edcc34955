import type { Algorithm, Right } from '../algorithm.ts';

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

/** Whether the right allows the operation. */
export function mayOnAlgo(right: Right, operation: AlgoOperation): boolean {
  return ALGO_RIGHTS[right].includes(operation);
}

/** An owner creates only for themself. */
export function mayCreateFor(requesterId: number, ownerId: number): boolean {
  return requesterId === ownerId;
}
