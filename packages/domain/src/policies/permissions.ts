import type { Algorithme, Right } from '../entities/algorithme.ts';

/** What can be done to an algorithm. */
export type AlgoOperation = 'read' | 'update' | 'share' | 'delete' | 'leave';
/** What can be done to a user. */
export type UserOperation = 'readOwn' | 'readPublic' | 'update' | 'delete';

const ALGO_RIGHTS: Readonly<Record<Right, readonly AlgoOperation[]>> = {
  Owner: ['read', 'update', 'share', 'delete'],
  ReadWrite: ['read', 'update', 'leave'],
  Read: ['read', 'leave'],
};

/** The right of a user on an algorithm, or null: who has none is answered as if there were no such algorithm. */
export function rightOn(algo: Algorithme, userId: number): Right | null {
  if (algo.ownerId === userId) return 'Owner';
  return algo.permsAlgorithme.find(({ idUtilisateur }) => idUtilisateur === userId)?.droits ?? null;
}

/** Whether the right reaches that far. */
export function mayOnAlgo(right: Right, operation: AlgoOperation): boolean {
  return ALGO_RIGHTS[right].includes(operation);
}

/** Users act on themselves; everybody with an account reads the public part of everybody. */
export function mayOnUser(requesterId: number, userId: number, operation: UserOperation): boolean {
  return operation === 'readPublic' || requesterId === userId;
}

/** Only the owner creates, and only for themself. */
export function mayCreateFor(requesterId: number, ownerId: number): boolean {
  return requesterId === ownerId;
}
