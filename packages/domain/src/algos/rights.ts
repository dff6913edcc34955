import type { Algorithm, Right } from '../algorithm.ts';

/** What can be done to an algorithm. */
export type AlgoOperation = 'read' | 'update' | 'share' | 'delete' | 'leave';

const ALGO_RIGHTS: Readonly<Record<Right, readonly AlgoOperation[]>> = {
  Owner: ['read', 'update', 'share', 'delete'],
  ReadWrite: ['read', 'update', 'leave'],
  Read: ['read', 'leave'],
};

/** The right of a user on an algorithm, or null: who has none is answered as if there were no such algorithm. */
export function rightOn(algo: Algorithm, userId: number): Right | null {
  if (algo.ownerId === userId) return 'Owner';
  return algo.permsAlgorithme.find(({ idUtilisateur }) => idUtilisateur === userId)?.droits ?? null;
}

/** Whether the right reaches that far. */
export function mayOnAlgo(right: Right, operation: AlgoOperation): boolean {
  return ALGO_RIGHTS[right].includes(operation);
}

/** Only the owner creates, and only for themself. */
export function mayCreateFor(requesterId: number, ownerId: number): boolean {
  return requesterId === ownerId;
}
