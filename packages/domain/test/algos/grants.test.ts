import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayOnAlgo } from '../../src/algos/algoAccess.ts';
import { GRANTED_RIGHTS, rightOn, type StoredGrant } from '../../src/index.ts';
import { mayOnUser } from '../../src/users/userAccess.ts';
import { memoryAlgoRepository } from '../../testkit/memory/index.ts';
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

  it('exists for exactly the users for whom the store lists the algorithm', async () => {
    await fc.assert(
      fc.asyncProperty(user, grants, user, async (ownerId, list, requesterId) => {
        const algos = memoryAlgoRepository();
        const algo = await algos.insert(shared(ownerId, list));
        const query = { by: requesterId, seenBy: requesterId, limit: 10, maxBytes: 1 };
        const listed = await algos.listAccessible(query);
        expect(listed.algos.length === 1).toBe(rightOn(algo, requesterId) !== null);
      }),
    );
  });
});

describe('the rules themselves', () => {
  it('say what each right allows', () => {
    const operations = ['read', 'update', 'share', 'delete', 'leave'] as const;
    const table = (['Owner', 'ReadWrite', 'Read'] as const).map((right) =>
      operations.map((one) => mayOnAlgo(right, one)),
    );
    expect(table).toEqual([
      [true, true, true, true, false],
      [true, true, false, false, true],
      [true, false, false, false, true],
    ]);
  });

  it('let users act on themselves, and read the public part of all users', () => {
    const operations = ['readPublic', 'readOwn', 'update', 'delete'] as const;
    expect(operations.map((one) => mayOnUser(1, 1, one))).toEqual([true, true, true, true]);
    expect(operations.map((one) => mayOnUser(1, 2, one))).toEqual([true, false, false, false]);
  });
});
