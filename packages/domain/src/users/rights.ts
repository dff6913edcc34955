/** The operations on a user. */
export type UserOperation = 'readOwn' | 'readPublic' | 'update' | 'delete' | 'sessions';

/** Users act on themselves; every user may read the public part of every user. */
export function mayOnUser(requesterId: number, userId: number, operation: UserOperation): boolean {
  return operation === 'readPublic' || requesterId === userId;
}
