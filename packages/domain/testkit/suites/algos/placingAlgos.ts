import { type AlgoRepository, type Algorithm, folderOf, rightOn } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { newGrant } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';
import { filled } from './manyAlgos.ts';

export function addAlgoPlaceTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('keeps a record in a folder of each user, whatever others commit', async ({ port }) => {
    const permsAlgorithme = [newGrant(2)];
    const algo = await insertAlgo(port, 1, { permsAlgorithme });
    equal([await port.place(algo.id, 1, 5), await port.place(algo.id, 2, 9)], [true, true]);
    equal(await port.place(algo.id, 2, 8), true, 'once more');
    const placed = present(await port.findById(algo.id));
    equal([folderOf(placed, 1), folderOf(placed, 2), folderOf(placed, 3)], [5, 8, null]);
    equal(placed.version, 1, 'the version');
    const changed = present(await port.compareAndSet(algo.id, 1, { nom: 'Renamed', permsAlgorithme }));
    equal([folderOf(changed, 1), folderOf(changed, 2)], [5, 8], 'after a commit');
    await port.place(algo.id, 1, null);
    equal(folderOf(present(await port.findById(algo.id)), 1), null, 'at the top again');
    equal(await port.place(1_000_000, 1, 5), false, 'an absent record');
    equal([await port.place(algo.id, 3, 5), await port.entriesOf(3, [algo.id])], [false, []], 'a place gives no right');
  });

  test('forgets where a user kept a record that is not shared any more', async ({ port }) => {
    const share = (...users: readonly number[]) => users.map((id) => newGrant(id));
    const { id } = await insertAlgo(port, 1, { permsAlgorithme: share(2, 3, 4) });
    for (const user of [1, 2, 3, 4]) await port.place(id, user, 10 + user);
    const foldersIn = (algo: Algorithm | null) => [1, 2, 3, 4].map((user) => folderOf(present(algo), user));
    const changed = await port.compareAndSet(id, 1, { nom: 'New name', permsAlgorithme: share(3, 4) });
    equal([changed?.nom, changed?.version, foldersIn(changed)], ['New name', 2, [11, null, 13, 14]], 'after a commit');
    await port.compareAndSet(id, 2, { permsAlgorithme: share(2, 3, 4) });
    equal(foldersIn(await port.findById(id)), [11, null, 13, 14], 'shared again');
    await port.compareAndSet(id, 3, { permsAlgorithme: share(2, 4) });
    equal(foldersIn(await port.findById(id)), [11, null, null, 14], 'after another commit');
    equal(present(await port.findById(id)).places.length, 2, 'what is kept');
    equal([...(await port.countByFolder(3)).keys()], [], 'counted');
  });

  test('places by several users at once do not undo each other', async ({ port }) => {
    const users = [2, 3, 4, 5, 6];
    const permsAlgorithme = users.map((id) => newGrant(id));
    const { id } = await insertAlgo(port, 1, { permsAlgorithme });
    await Promise.all([1, ...users].map((userId) => port.place(id, userId, 10 + userId)));
    const algo = present(await port.findById(id));
    equal(
      [1, ...users].map((userId) => folderOf(algo, userId)),
      [1, ...users].map((userId) => 10 + userId),
    );
  });

  test('counts what a user keeps in each folder', async ({ port }) => {
    const algos = await filled(port);
    for (const userId of [1, 2, 99]) {
      const expected = new Map<number | null, number>();
      for (const algo of algos.filter((one) => rightOn(one, userId) !== null)) {
        const folder = folderOf(algo, userId);
        expected.set(folder, (expected.get(folder) ?? 0) + 1);
      }
      equal(entriesIn(await port.countByFolder(userId)), entriesIn(expected), `of user ${userId}`);
    }
  });
}

const entriesIn = (counts: ReadonlyMap<number | null, number>) =>
  [...counts].sort(([one], [other]) => Number(one) - Number(other));
