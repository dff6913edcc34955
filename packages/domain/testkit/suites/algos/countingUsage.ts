import { type AlgoRepository, type Algorithm, ownedBytes, SHARE_BYTES, type Usage } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { contentRef, newAlgo, newGrant, newWaiting } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';

const NOTHING: Usage = { algos: 0, bytes: 0 };

export function addUsageTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('counts the algorithms of an owner and the bytes of their content', async ({ port }) => {
    equal(await port.usage(7), NOTHING, 'before the first');
    const first = await insertAlgo(port, 1, { ownerId: 7, contentBytes: 1_000 });
    await insertAlgo(port, 2, { ownerId: 7, contentBytes: 2 });
    const shared = [newGrant(7, 'ReadWrite')];
    const others = await insertAlgo(port, 3, { ownerId: 8, contentBytes: 30, permsAlgorithme: shared });
    equal(await port.usage(7), { algos: 2, bytes: 1_002 }, 'of two');
    equal(await port.usage(8), { algos: 1, bytes: 30 + SHARE_BYTES }, 'of another owner');
    await port.compareAndSet(first.id, 1, { ref: contentRef(9), contentBytes: 250 });
    equal(await port.usage(7), { algos: 2, bytes: 252 }, 'after a commit');
    await port.compareAndSet(first.id, 2, { nom: 'renamed', permsAlgorithme: [] });
    equal(await port.usage(7), { algos: 2, bytes: 252 }, 'after a commit of something else');
    equal(await port.compareAndSet(first.id, 1, { contentBytes: 9 }), null);
    equal(await port.delete(first.id, 1), false);
    equal(await port.usage(7), { algos: 2, bytes: 252 }, 'after a commit and a deletion that lost');
    await port.delete(first.id, 3);
    equal(await port.usage(7), { algos: 1, bytes: 2 }, 'after a deletion');
    await port.delete(others.id, 1);
    equal(await port.usage(8), NOTHING, 'after the last deletion');
  });

  test('counts each right and each share that waits', async ({ port }) => {
    const permsAlgorithme = [2, 3, 4].map((userId) => newGrant(userId));
    const waiting = ['ada@example.org', 'bob@example.org'].map((address) => newWaiting(address));
    const fields = { contentBytes: 10, permsAlgorithme, waiting };
    const { id } = await insertAlgo(port, 1, fields);
    const shares = async () => {
      const { algos, bytes } = await port.usage(1);
      return [algos, (bytes - 10) / SHARE_BYTES];
    };
    equal(await shares(), [1, 5], 'inserted');
    await port.compareAndSet(id, 1, { permsAlgorithme: permsAlgorithme.slice(1) });
    equal(await shares(), [1, 4], 'a right less');
    await port.compareAndSet(id, 2, { waiting: waiting.slice(1) });
    equal(await shares(), [1, 3], 'a waiting share less');
    await port.compareAndSet(id, 3, { nom: 'Renamed', permsAlgorithme, waiting: [] });
    equal(await shares(), [1, 3], 'a right more, and nothing that waits');
    await port.compareAndSet(id, 4, { contentBytes: 10 });
    equal(await shares(), [1, 3], 'after a commit of something else');
  });

  test('counts a repeated insert once', { uses: 'another' }, async (fixture, ports) => {
    const given = { ...newAlgo(1, { contentBytes: 40 }), id: await fixture.port.nextId() };
    await Promise.all(race(ports, 10, (port) => port.insert(given)));
    await fixture.port.insert({ ...newAlgo(2), id: given.id }).catch(() => null);
    equal(await fixture.port.usage(1), { algos: 1, bytes: 40 });
  });

  test('counts more bytes than 32 bits hold', async ({ port }) => {
    for (const number of [1, 2, 3]) await insertAlgo(port, number, { contentBytes: 2 ** 32 + number });
    equal(await port.usage(1), { algos: 3, bytes: 3 * 2 ** 32 + 6 });
  });

  test(
    'agrees with the records after races of inserts, commits and deletions',
    {
      uses: 'another',
    },
    async (fixture, ports) => {
      const algos: Algorithm[] = [];
      for (let number = 0; number < 12; number += 1) algos.push(await insertAlgo(fixture.port, number));
      await Promise.all([
        ...race(ports, 24, (port, index) =>
          port.compareAndSet(present(algos[index % 12]).id, 1, { contentBytes: 1_000 * index + 1 }),
        ),
        ...race(ports, 12, (port, index) => port.delete(present(algos[index]).id, 1)),
        ...race(ports, 12, (port, index) => insertAlgo(port, 100 + index)),
      ]);
      const left = await fixture.port.listAll({ after: 0, limit: 100 });
      const expected = { algos: left.length, bytes: left.reduce((sum, algo) => sum + ownedBytes(algo), 0) };
      for (const port of ports) equal(await port.usage(1), expected);
    },
  );

  test('counts an insert in every instance as soon as it has resolved', { uses: 'another' }, async (_, ports) => {
    for (const [index, port] of ports.entries()) {
      await insertAlgo(port, index, { contentBytes: 5 });
      for (const other of ports) equal(await other.usage(1), { algos: index + 1, bytes: 5 * (index + 1) });
    }
  });

  test('counts the same after a restart', { needs: 'reopen' }, async (fixture) => {
    await insertAlgo(fixture.port, 1, { contentBytes: 70 });
    const deleted = await insertAlgo(fixture.port, 2);
    await fixture.port.delete(deleted.id, 1);
    const port = await fixture.reopen();
    equal(await port.usage(1), { algos: 1, bytes: 70 });
  });
}
