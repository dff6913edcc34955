import type { AlgoCondition, AlgoSide } from '@algotheque/domain';
import { expect } from 'vitest';
import { idsCursor, walkCursors, walked } from '../src/algos/foundAlgos.ts';
import { walkCursors as userCursors, walkedUsers } from '../src/users/walkedUsers.ts';
import { describeMongo } from './support/describeMongo.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newAlgo, newGrant, newUser } from './support/samples.ts';

const COUNT = 100;
const LIMIT = 5;
const FEW: readonly number[] = [3, 50, 90];
const SIDES = ['owned', 'shared'] as const satisfies readonly AlgoSide[];

/** Algorithms of user 1, all shared with user 2; few have the word `rare`, a late change, and are in folder 7 of both. */
async function fill({ open }: Scratch): Promise<void> {
  const { algos } = await open();
  const permsAlgorithme = [newGrant(2)];
  for (let number = 1; number <= COUNT; number += 1) {
    const isRare = FEW.includes(number);
    const id = await algos.nextId();
    const nom = isRare ? `rare ${number}` : `name ${number}`;
    await algos.insert(newAlgo(id, { nom, dateModification: isRare ? 9_000 : number, permsAlgorithme }));
    for (const user of isRare ? [1, 2] : []) await algos.place(id, user, 7);
  }
}

describeMongo('what is found', ({ withScratch }) => {
  withScratch('is walked along an index, and not sorted', async (scratch) => {
    await fill(scratch);
    for (const side of SIDES) {
      for (const by of ['nom', 'dateCreation', 'dateModification'] as const) {
        for (const descending of [false, true]) {
          const query = { userId: side === 'owned' ? 1 : 2, side, order: { by, descending }, limit: LIMIT };
          const { last } = await walked(scratch.db, query);
          for (const after of [undefined, last ?? undefined]) {
            const what = JSON.stringify({ ...query, after });
            for (const cursor of walkCursors(scratch.db, { ...query, ...(after && { after }) })) {
              const plan = await cursor.explain('executionStats');
              expect(plan['executionStats'].totalDocsExamined, what).toBeLessThanOrEqual(LIMIT + 1);
              expect(JSON.stringify(plan), what).not.toMatch(/"stage":"(SORT|COLLSCAN)"/);
            }
          }
        }
      }
    }
  });

  withScratch('of users whose address or name begins so is walked along an index, and not sorted', async (scratch) => {
    const { users } = await scratch.open();
    for (let number = 0; number < 40; number += 1)
      await users.insert(newUser({ adresseMail: `user${number}@example.org`, pseudo: `User ${number}` }));
    for (const by of ['adresseMail', 'pseudo'] as const) {
      const query = { by, start: 'user', limit: LIMIT };
      const { last } = await walkedUsers(scratch.db, query);
      for (const after of [undefined, last ?? undefined]) {
        for (const cursor of userCursors(scratch.db, { ...query, ...(after && { after }) })) {
          const plan = await cursor.explain('executionStats');
          expect(plan['executionStats'].totalKeysExamined, by).toBeLessThanOrEqual(LIMIT + 2);
          expect(JSON.stringify(plan), by).not.toMatch(/"stage":"(SORT|COLLSCAN)"/);
        }
      }
    }
  });

  withScratch('by a condition is read from an index', async (scratch) => {
    await fill(scratch);
    const conditions: readonly AlgoCondition[] = [{ word: 'rar' }, { dossierId: 7 }, { modifiedSince: 5_000 }];
    for (const side of SIDES) {
      for (const where of conditions.filter((one) => side === 'owned' || !('word' in one))) {
        const query = { userId: side === 'owned' ? 1 : 2, side, where, limit: COUNT };
        const plan = await idsCursor(scratch.db, query).explain('executionStats');
        expect(plan['executionStats'].totalKeysExamined, JSON.stringify(query)).toBeLessThanOrEqual(2 * FEW.length + 1);
      }
    }
  });
});
