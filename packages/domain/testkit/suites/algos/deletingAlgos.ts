import type { AlgoRepository } from '@algotheque/domain';
import { equal, equalOneTrue, ok } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, newGrant } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';
import { listed } from './listed.ts';

export function addAlgoDeleteTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('deletes a record of the given version', async ({ port }) => {
    const algo = await insertAlgo(port, 1);
    const other = await insertAlgo(port, 2);
    for (const version of [0, 2, -1, 1 + BEYOND_32_BITS])
      equal(await port.delete(algo.id, version), false, `version ${version}`);
    equal(await port.findById(algo.id), algo);
    equal(await port.delete(algo.id, 1), true);
    equal(await port.findById(algo.id), null);
    equal(await port.findByRef(algo.ref), null);
    equal(await port.listAll({ after: 0, limit: 10 }), [other]);
    equal(await port.delete(algo.id, 1), false, 'the second time');
    equal(await port.delete(algo.id + 1_000, 1), false, 'an absent record');
  });

  test('lets one of 30 racing deletes succeed', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await insertAlgo(fixture.port, 1);
    await equalOneTrue(
      race(ports, 30, (port) => port.delete(id, 1)),
      'delete',
    );
  });

  test('lets either a delete or a commit succeed, never both', { uses: 'another' }, async (fixture, ports) => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { id } = await insertAlgo(fixture.port, turn);
      const [committed, deleted] = await Promise.all([
        ...race(ports.slice(0, 1), 1, async (port) => (await port.compareAndSet(id, 1, { nom: 'changed' })) !== null),
        ...race(ports.slice(-1), 1, (port) => port.delete(id, 1)),
      ]);
      ok(committed !== deleted, `commit ${committed}, delete ${deleted}`);
      equal((await fixture.port.findById(id))?.nom ?? null, committed ? 'changed' : null);
    }
  });

  test('never restores a deleted record by a commit', async ({ port }) => {
    const algo = await insertAlgo(port, 1, { permsAlgorithme: [newGrant(2)] });
    await port.delete(algo.id, 1);
    equal(await port.compareAndSet(algo.id, 1, { nom: 'back' }), null);
    equal(await port.findById(algo.id), null);
    equal(await listed(port, { by: 1, seenBy: 1 }), []);
  });

  test('leaves no data of a deleted record in the store', { needs: 'dump' }, async (fixture) => {
    const algo = await insertAlgo(fixture.port, 1, { nom: 'Goldfinger' });
    const before = await fixture.dump();
    ok(before.includes('Goldfinger') && before.includes(algo.ref), 'the dump of the fixture does not show it');
    await fixture.port.delete(algo.id, 1);
    const dump = await fixture.dump();
    ok(!dump.includes('Goldfinger') && !dump.includes(algo.ref), 'it is still there');
  });

  test('keeps deletions over a restart', { needs: 'reopen' }, async (fixture) => {
    const algo = await insertAlgo(fixture.port, 1);
    await fixture.port.delete(algo.id, 1);
    const port = await fixture.reopen();
    equal(await port.findById(algo.id), null);
  });
}
