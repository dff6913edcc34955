import type { Algorithm, NewUser, Session, StoredGrant } from '@algotheque/domain';
import * as samples from '@algotheque/testing/samples';

export const newUser = (fields: Partial<NewUser> = {}): NewUser =>
  samples.newUser({ due: [samples.dueOf('confirmation', { date: 1_775_000_000_000 })], ...fields });

export const newAlgo = (number: number, fields: Partial<Algorithm> = {}): Omit<Algorithm, 'id' | 'version'> =>
  samples.newAlgo(number, { ref: `ref-${number}`, ...fields });

/** With a date of one digit: lists of many have few bytes. */
export const newGrant = (idUtilisateur: number, droits: StoredGrant['droits'] = 'Read'): StoredGrant => ({
  ...samples.newGrant(idUtilisateur, droits),
  date: 2,
});

export const newSession = (digest: string, fields: Partial<Session> = {}): Session =>
  samples.newSession(1, { digest, ...fields });
