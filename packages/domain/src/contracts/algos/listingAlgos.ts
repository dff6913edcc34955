import type { Algorithme } from '../../entities/algorithme.ts';
import type { AccessibleQuery, AlgoRepository } from '../../ports/algoRepository.ts';
import { ascending, equal } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { pseudoRandom } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';

const USERS = 6;

export function addAlgoListTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('lists what is owned or shared, whole, by ascending id', async ({ port }) => {
    const own = await insertAlgo(port, 1, { ownerId: 5, permsAlgorithme: [{ idUtilisateur: 1, droits: 'Read' }] });
    const foreign = await insertAlgo(port, 2, { ownerId: 1 });
    const shared = await insertAlgo(port, 3, {
      ownerId: 1,
      permsAlgorithme: [{ idUtilisateur: 5, droits: 'ReadWrite' }],
    });
    equal(await port.listAccessible({ by: 5, seenBy: 5 }), [own, shared]);
    equal(await port.listAccessible({ by: 1, seenBy: 1 }), [own, foreign, shared]);
    equal(await port.listAccessible({ by: 1, seenBy: 5 }), [own, shared], 'what both can access');
    equal(await port.listAccessible({ by: 5, seenBy: 1 }), [own, shared], 'what both can access');
    equal(await port.listAccessible({ by: 77, seenBy: 77 }), [], 'an unknown user');
    equal(await port.listAccessible({ by: 1, seenBy: 77 }), [], 'an unknown requester');
  });

  test('lists as a plain model does', async ({ port }) => {
    const random = pseudoRandom(7);
    const below = (count: number) => Math.floor(random() * count);
    const algos: Algorithme[] = [];
    for (let number = 0; number < 120; number += 1) algos.push(await insertAlgo(port, number, randomRights(below)));
    for (let turn = 0; turn < 20; turn += 1) await changeOne(port, algos, below);
    for (let turn = 0; turn < 60; turn += 1) {
      const query = randomQuery(below, algos);
      equal(await port.listAccessible(query), model(algos, query), `listAccessible ${JSON.stringify(query)}`);
    }
  });

  test('lists more than a thousand', async ({ port }) => {
    const ids: number[] = [];
    for (let number = 0; number < 1_050; number += 50) {
      const batch = Array.from({ length: 50 }, (_, index) => insertAlgo(port, number + index));
      ids.push(...(await Promise.all(batch)).map(({ id }) => id));
    }
    const listed = await port.listAccessible({ by: 1, seenBy: 1 });
    equal(
      listed.map(({ id }) => id),
      ascending(ids),
    );
    equal((await port.listAccessible({ by: 1, seenBy: 1, limit: 1_001 })).length, 1_001);
  });

  test('takes a limit of 0 and a falsy after as they are', async ({ port }) => {
    const algo = await insertAlgo(port, 1);
    equal(await port.listAccessible({ by: 1, seenBy: 1, limit: 0 }), []);
    equal(await port.listAccessible({ by: 1, seenBy: 1, after: 0 }), [algo]);
    equal(await port.listAccessible({ by: 1, seenBy: 1, after: Number.MAX_SAFE_INTEGER }), []);
    equal(await port.listByOwner(1, 0), []);
  });

  test('lists what an owner owns, by ascending id, up to a limit', async ({ port }) => {
    const own: Algorithme[] = [];
    for (let number = 0; number < 6; number += 1) {
      own.push(await insertAlgo(port, number, { ownerId: 4 }));
      await insertAlgo(port, 100 + number, {
        ownerId: 1,
        permsAlgorithme: [{ idUtilisateur: 4, droits: 'ReadWrite' }],
      });
    }
    equal(await port.listByOwner(4, 10), own);
    equal(await port.listByOwner(4, 6), own);
    equal(await port.listByOwner(4, 2), own.slice(0, 2));
    equal(await port.listByOwner(77, 10), [], 'an unknown user');
  });
}

type Below = (count: number) => number;

function randomRights(below: Below): Pick<Algorithme, 'ownerId' | 'permsAlgorithme'> {
  const ownerId = 1 + below(USERS);
  const others = Array.from({ length: USERS }, (_, index) => index + 1).filter(
    (id) => id !== ownerId && below(3) === 0,
  );
  const droitsOf = () => (below(2) === 0 ? 'Read' : 'ReadWrite');
  return { ownerId, permsAlgorithme: others.map((idUtilisateur) => ({ idUtilisateur, droits: droitsOf() })) };
}

/** Deletes one, or gives it other rights, in the store and in the model. */
async function changeOne(port: AlgoRepository, algos: Algorithme[], below: Below): Promise<void> {
  const index = below(algos.length);
  const algo = algos[index];
  if (algo === undefined) return;
  const { id, version, ownerId } = algo;
  const permsAlgorithme = randomRights(below).permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== ownerId);
  const next = below(2) === 0 ? await port.compareAndSet(id, version, { permsAlgorithme }) : null;
  if (next === null) await port.delete(id, version);
  algos.splice(index, 1, ...(next === null ? [] : [next]));
}

function randomQuery(below: Below, algos: readonly Algorithme[]): AccessibleQuery {
  return {
    by: 1 + below(USERS + 1),
    seenBy: 1 + below(USERS + 1),
    ...(below(2) === 0 && { after: algos[below(algos.length)]?.id ?? 0 }),
    ...(below(2) === 0 && { limit: 1 + below(20) }),
  };
}

function model(algos: readonly Algorithme[], { by, seenBy, after = 0, limit }: AccessibleQuery): Algorithme[] {
  const isFor = (algo: Algorithme, userId: number) =>
    algo.ownerId === userId || algo.permsAlgorithme.some(({ idUtilisateur }) => idUtilisateur === userId);
  const found = algos.filter((algo) => algo.id > after && isFor(algo, by) && isFor(algo, seenBy));
  return found.sort((one, other) => one.id - other.id).slice(0, limit);
}
