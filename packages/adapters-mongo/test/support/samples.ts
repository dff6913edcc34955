import type { Algorithm, Due, DueKind, NewUser, Session } from '@algotheque/domain';
import * as samples from '@algotheque/testing/samples';

export { newGrant } from '@algotheque/testing/samples';

/** A user that is not saved yet, with nothing due. */
export const newUser = (fields: Partial<NewUser> = {}): NewUser => samples.newUser({ due: [], ...fields });

/** Work that is due since `date`. */
export const dueOf = (kind: DueKind, date: number): Due => samples.dueOf(kind, { date });

/** A record with an id that the store has given. */
export const newAlgo = (id: number, fields: Partial<Algorithm> = {}): Omit<Algorithm, 'version'> => ({
  id,
  ...samples.newAlgo(id, { ref: `ref ${id}`, contentBytes: 10, ...fields }),
});

/** A session that ends late by the machine's clock: MongoDB removes sessions by that clock. */
export const newSession = (digest: string): Session => samples.newSession(1, { digest });
