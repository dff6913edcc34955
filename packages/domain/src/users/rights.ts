/** What can be done to a user. */
export type UserOperation = 'readOwn' | 'readPublic' | 'update' | 'delete';

/** Users act on themselves; everybody with an account reads the public part of everybody. */
export function mayOnUser(requesterId: number, userId: number, operation: UserOperation): boolean {
  return operation === 'readPublic' || requesterId === userId;
}
