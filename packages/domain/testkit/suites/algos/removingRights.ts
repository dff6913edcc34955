import { type AlgoRepository, algoRow } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, newGrant } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';
import { listed } from './listed.ts';

export function addRightsTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('removes a user from every list of rights', async ({ port }) => {
    const given = [
      [newGrant(2)],
      [newGrant(3, 'ReadWrite'), newGrant(2, 'ReadWrite'), newGrant(4)],
      [newGrant(3)],
      [],
      [newGrant(22)],
    ];
    const algos = [];
    for (const [number, permsAlgorithme] of given.entries()) {
      algos.push(await insertAlgo(port, number, { permsAlgorithme }));
    }
    const own = await insertAlgo(port, 100, { ownerId: 2, permsAlgorithme: [newGrant(3)] });
    await port.removeRights(2);
    const after = [[], [newGrant(3, 'ReadWrite'), newGrant(4)], [newGrant(3)], [], [newGrant(22)]];
    for (const [number, algo] of algos.entries()) {
      const version = number < 2 ? 2 : 1;
      equal(await port.findById(algo.id), { ...algo, permsAlgorithme: after[number], version }, `algorithm ${number}`);
    }
    equal(await port.findById(own.id), own, 'what the user owns');
    equal(await listed(port, { by: 2, seenBy: 2 }), [algoRow(own, 'Owner')]);
  });

  test('does nothing the second time, or for a user without rights', async ({ port }) => {
    const algo = await insertAlgo(port, 1, { permsAlgorithme: [newGrant(2), newGrant(3)] });
    await port.removeRights(2);
    await port.removeRights(2);
    await port.removeRights(77);
    await port.removeRights(0);
    await port.removeRights(3 + BEYOND_32_BITS);
    equal(await port.findById(algo.id), { ...algo, permsAlgorithme: [newGrant(3)], version: 2 });
  });

  test('raises the version, so that commits with the version before fail', async ({ port }) => {
    const algo = await insertAlgo(port, 1, { permsAlgorithme: [newGrant(2)] });
    await port.removeRights(2);
    equal(await port.compareAndSet(algo.id, 1, { permsAlgorithme: [newGrant(2)] }), null);
    equal(await port.delete(algo.id, 1), false);
  });

  test(
    'removes every right in a race with commits that change other fields',
    { uses: 'another' },
    async (fixture, ports) => {
      const algos = [];
      for (let number = 0; number < 10; number += 1) {
        algos.push(await insertAlgo(fixture.port, number, { permsAlgorithme: [newGrant(2), newGrant(3)] }));
      }
      const commits = algos.map(async ({ id }) => {
        const current = present(await present(ports.at(-1)).findById(id));
        return present(ports.at(-1)).compareAndSet(id, current.version, { nom: 'renamed' });
      });
      const [renamed] = await Promise.all([
        Promise.all(commits),
        fixture.port.removeRights(2),
        fixture.port.removeRights(3),
      ]);
      for (const [index, algo] of algos.entries()) {
        const won = renamed[index] != null;
        const after = { ...algo, nom: won ? 'renamed' : algo.nom, permsAlgorithme: [], version: won ? 4 : 3 };
        equal(await fixture.port.findById(algo.id), after, `algorithm ${index}`);
      }
    },
  );

  test('removes rights of more than a hundred algorithms', async ({ port }) => {
    const inserts = Array.from({ length: 130 }, (_, number) =>
      insertAlgo(port, number, { permsAlgorithme: [newGrant(2)] }),
    );
    await Promise.all(inserts);
    await port.removeRights(2);
    equal(await listed(port, { by: 2, seenBy: 2 }), []);
  });
}
