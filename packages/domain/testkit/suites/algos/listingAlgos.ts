import {
  type AccessibleQuery,
  type AlgoPage,
  type AlgoRepository,
  type AlgoRow,
  type Algorithm,
  algoRow,
  type Grant,
  type GrantedRight,
  rightOn,
  viewBytes,
} from '@algotheque/domain';
import { ascending, equal, ok, present } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, newGrant, pseudoRandom } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';
import { listed, UNBOUNDED } from './listed.ts';

const USERS = 6;

export function addAlgoListTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('lists what is owned or shared, by ascending id', async ({ port }) => {
    const own = await insertAlgo(port, 1, { ownerId: 5, permsAlgorithme: [newGrant(1)] });
    const foreign = await insertAlgo(port, 2, { ownerId: 1 });
    const shared = await insertAlgo(port, 3, {
      ownerId: 1,
      permsAlgorithme: [newGrant(5, 'ReadWrite')],
    });
    const idsOf = async (by: number, seenBy: number) => (await listed(port, { by, seenBy })).map(({ id }) => id);
    equal(await idsOf(5, 5), [own.id, shared.id]);
    equal(await idsOf(1, 1), [own.id, foreign.id, shared.id]);
    equal(await idsOf(1, 5), [own.id, shared.id], 'what both can access');
    equal(await idsOf(5, 1), [own.id, shared.id], 'what both can access');
    for (const unknown of [77, 5 + BEYOND_32_BITS]) equal(await idsOf(unknown, unknown), [], 'an unknown user');
    equal(await idsOf(1, 77), [], 'an unknown requester');
  });

  test('shows the whole list of rights to the owner, and only the own right to other users', async ({ port }) => {
    const shown: Grant[] = [
      { idUtilisateur: 9, droits: 'ReadWrite' },
      { idUtilisateur: 3, droits: 'Read' },
      { idUtilisateur: 7, droits: 'ReadWrite' },
    ];
    const permsAlgorithme = shown.map(({ idUtilisateur, droits }) => newGrant(idUtilisateur, droits));
    const algo = await insertAlgo(port, 1, { ownerId: 5, permsAlgorithme });
    const { id, nom, dateCreation, dateModification, ownerId, version } = algo;
    const view = { id, nom, dateCreation, dateModification, ownerId, version };
    for (const by of [5, 3, 9]) {
      equal(
        await listed(port, { by, seenBy: 5 }),
        [{ ...view, droits: 'Owner', permsAlgorithme: shown }],
        `by ${by}, for 5`,
      );
      equal(await listed(port, { by, seenBy: 3 }), [{ ...view, droits: 'Read' }], `by ${by}, for 3`);
      equal(await listed(port, { by, seenBy: 9 }), [{ ...view, droits: 'ReadWrite' }], `by ${by}, for 9`);
    }
  });

  test('shows the right that a commit gave', async ({ port }) => {
    const algo = await insertAlgo(port, 1, { ownerId: 5, permsAlgorithme: [newGrant(3)] });
    const permsAlgorithme = [newGrant(3, 'ReadWrite'), newGrant(4)];
    await port.compareAndSet(algo.id, 1, { permsAlgorithme });
    const rightOf = async (userId: number) =>
      (await listed(port, { by: userId, seenBy: userId })).map(({ droits }) => droits);
    equal([await rightOf(3), await rightOf(4), await rightOf(5)], [['ReadWrite'], ['Read'], ['Owner']]);
  });

  test('shows the version of each record, to its owner and to others', async ({ port }) => {
    const permsAlgorithme = [newGrant(3)];
    const [once, twice] = [
      await insertAlgo(port, 1, { permsAlgorithme }),
      await insertAlgo(port, 2, { permsAlgorithme }),
    ];
    await port.compareAndSet(twice.id, 1, { nom: 'Changed' });
    for (const [by, seenBy] of [
      [1, 1],
      [3, 3],
      [1, 3],
      [3, 1],
    ] as const) {
      const versions = (await listed(port, { by, seenBy })).map(({ id, version }) => [id, version]);
      equal(
        versions,
        [
          [once.id, 1],
          [twice.id, 2],
        ],
        `by ${by}, for ${seenBy}`,
      );
    }
  });

  test('lists the same records as a simple model', async ({ port }) => {
    const random = pseudoRandom(7);
    const below = (count: number) => Math.floor(random() * count);
    const algos: Algorithm[] = [];
    for (let number = 0; number < 120; number += 1) algos.push(await insertAlgo(port, number, randomRights(below)));
    for (let turn = 0; turn < 20; turn += 1) await changeOne(port, algos, below);
    for (let turn = 0; turn < 80; turn += 1) {
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
    const all = ascending(ids);
    equal(
      (await listed(port, { by: 1, seenBy: 1 })).map(({ id }) => id),
      all,
    );
    const page = await port.listAccessible({ ...UNBOUNDED, by: 1, seenBy: 1, limit: 1_001 });
    equal([page.algos.length, page.next], [1_001, all[1_000]]);
  });

  test('ends a page at its limit of bytes, and returns at least one record', async ({ port }) => {
    const permsAlgorithme = Array.from({ length: 1_000 }, (_, n) => newGrant(n + 10));
    const ids: number[] = [];
    for (let number = 0; number < 12; number += 1) {
      ids.push((await insertAlgo(port, number, { permsAlgorithme: number % 4 === 3 ? [] : permsAlgorithme })).id);
    }
    for (const maxBytes of [1, 60_000, 130_000, 200_000]) {
      const found: number[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: AlgoPage = await port.listAccessible({ by: 1, seenBy: 1, after, limit: 10, maxBytes });
        const bytes = page.algos.reduce((sum, algo) => sum + viewBytes(algo), 0);
        ok(
          page.algos.length === 1 || bytes <= maxBytes,
          `${page.algos.length} records of ${bytes} bytes, not ${maxBytes}`,
        );
        ok(page.algos.length > 0, `an empty page after ${after}`);
        found.push(...page.algos.map(({ id }) => id));
        ok(page.next === null || page.next > after, 'pages go on');
        after = page.next;
      }
      equal(found, ids, `in pages of ${maxBytes} bytes`);
    }
    const shared = await port.listAccessible({ by: 10, seenBy: 10, limit: 20, maxBytes: 9 * 277 });
    equal([shared.algos.length, shared.next], [9, null], 'for who is shared with a right counts once');
  });

  test('accepts 0 as `after` and as a limit', async ({ port }) => {
    const algo = await insertAlgo(port, 1);
    equal(await listed(port, { by: 1, seenBy: 1, after: 0 }), [algoRow(algo, 'Owner')]);
    equal(await listed(port, { by: 1, seenBy: 1, after: Number.MAX_SAFE_INTEGER }), []);
    equal(await port.listAll({ after: 0, limit: 0 }), [], 'a limit of 0');
  });

  test('lists the records of all owners after an id, by ascending id, up to a limit', async ({ port }) => {
    const all: Algorithm[] = [];
    for (let number = 0; number < 6; number += 1) {
      all.push(await insertAlgo(port, number, { ownerId: number % 2 === 0 ? 9 : 4 }));
    }
    const [first, second] = [present(all[0]).id, present(all[1]).id];
    equal(await port.listAll({ after: 0, limit: 10 }), all);
    equal(await port.listAll({ after: 0, limit: 6 }), all);
    equal(await port.listAll({ after: first, limit: 2 }), all.slice(1, 3));
    equal(await port.listAll({ after: second, limit: 10 }), all.slice(2));
    equal(await port.listAll({ after: Number.MAX_SAFE_INTEGER, limit: 10 }), []);
    equal(await port.listAll({ after: 0, limit: 0 }), [], 'a limit of 0');
  });
}

type Below = (count: number) => number;

function randomRights(below: Below): Pick<Algorithm, 'ownerId' | 'permsAlgorithme'> {
  const ownerId = 1 + below(USERS);
  const others = Array.from({ length: USERS }, (_, index) => index + 1).filter(
    (id) => id !== ownerId && below(3) === 0,
  );
  const droitsOf = (): GrantedRight => (below(2) === 0 ? 'Read' : 'ReadWrite');
  return { ownerId, permsAlgorithme: others.map((id) => newGrant(id, droitsOf())) };
}

/** Deletes one, or gives it other rights, in the store and in the model. */
async function changeOne(port: AlgoRepository, algos: Algorithm[], below: Below): Promise<void> {
  const index = below(algos.length);
  const algo = algos[index];
  if (algo === undefined) return;
  const { id, version, ownerId } = algo;
  const permsAlgorithme = randomRights(below).permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== ownerId);
  const next = below(2) === 0 ? await port.compareAndSet(id, version, { permsAlgorithme }) : null;
  if (next === null) await port.delete(id, version);
  algos.splice(index, 1, ...(next === null ? [] : [next]));
}

function randomQuery(below: Below, algos: readonly Algorithm[]): AccessibleQuery {
  return {
    by: 1 + below(USERS + 1),
    seenBy: 1 + below(USERS + 1),
    ...(below(2) === 0 && { after: algos[below(algos.length)]?.id ?? 0 }),
    limit: below(2) === 0 ? 1 + below(20) : 200,
    maxBytes: below(2) === 0 ? 1 + below(10_000) : UNBOUNDED.maxBytes,
  };
}

function model(algos: readonly Algorithm[], { by, seenBy, after = 0, limit, maxBytes }: AccessibleQuery): AlgoPage {
  const views = algos
    .filter((algo) => algo.id > after && rightOn(algo, by) !== null)
    .flatMap((algo): AlgoRow[] => {
      const droits = rightOn(algo, seenBy);
      return droits === null ? [] : [algoRow(algo, droits)];
    })
    .sort((one, other) => one.id - other.id);
  const ends = views.map((_, index) => views.slice(0, index + 1).reduce((sum, view) => sum + viewBytes(view), 0));
  const fitting = ends.filter((end, index) => index < limit && end <= maxBytes).length;
  const page = views.slice(0, Math.max(1, fitting));
  return { algos: page, next: page.length < views.length ? (page.at(-1)?.id ?? null) : null };
}
