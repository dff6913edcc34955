import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRANTED_RIGHTS, rightOn, type StoredGrant } from '../../src/index.ts';
import { newAlgo, newGrant } from '../../testkit/suites/samples.ts';

const user = fc.integer({ min: 1, max: 8 });
const grant = fc.tuple(user, fc.constantFrom(...GRANTED_RIGHTS)).map((given) => newGrant(...given));
const grants = fc.uniqueArray(grant, { selector: ({ idUtilisateur }) => idUtilisateur });

/** A record of the owner with these grants; an owner never has a grant. */
function shared(ownerId: number, list: readonly StoredGrant[]) {
  const permsAlgorithme = list.filter(({ idUtilisateur }) => idUtilisateur !== ownerId);
  return { ...newAlgo(1, { ownerId, permsAlgorithme }), id: 1 };
}

describe('the right of a user on an algorithm', () => {
  it('is Owner for the owner, the granted right for other users, and else none', () => {
    fc.assert(
      fc.property(user, grants, user, (ownerId, list, requesterId) => {
        const given = new Map(list.map(({ idUtilisateur, droits }) => [idUtilisateur, droits]));
        const expected = requesterId === ownerId ? 'Owner' : (given.get(requesterId) ?? null);
        expect(rightOn({ ...shared(ownerId, list), version: 1 }, requesterId)).toBe(expected);
      }),
    );
  });

  it('is Owner even if the grants name the owner', () => {
    const record = { ...shared(1, []), version: 1, permsAlgorithme: [newGrant(1)] };
    expect(rightOn(record, 1)).toBe('Owner');
  });
});
