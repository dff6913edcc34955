import type { AlgoChanges, AlgoRepository } from '@algotheque/domain';
import { equal, fail, present } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, contentRef, NOW, newGrant, ODD_NAMES } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';

/** How often a writer tries before the test fails. One of eight writers wins in each turn, so that eight turns are enough in theory. */
const MANY_TURNS = 1_000;

export function addAlgoCommitTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('changes only the fields that a commit names, and raises the version by one', async ({ port }) => {
    let expected = await insertAlgo(port, 1, { permsAlgorithme: [newGrant(2)] });
    const commits: readonly AlgoChanges[] = [
      { nom: '000' },
      { ref: contentRef(2) },
      { ref: contentRef(4), contentBytes: 524_288 },
      { contentBytes: 1 },
      { dateModification: NOW + 99 },
      {
        permsAlgorithme: [newGrant(7, 'ReadWrite'), newGrant(5)],
      },
      { permsAlgorithme: [] },
      {},
      { nom: 'all', ref: contentRef(3), dateModification: 0, permsAlgorithme: [newGrant(8)] },
    ];
    for (const changes of commits) {
      const version = expected.version;
      expected = { ...expected, ...changes, version: version + 1 };
      equal(await port.compareAndSet(expected.id, version, changes), expected, 'resolved to');
      equal(await port.findById(expected.id), expected, 'found');
    }
  });

  test('changes nothing if the version differs or the record is absent', async ({ port }) => {
    const algo = await insertAlgo(port, 1);
    const changes = { nom: 'other', ref: contentRef(2), permsAlgorithme: [] };
    for (const version of [0, 2, -1, 1 + BEYOND_32_BITS])
      equal(await port.compareAndSet(algo.id, version, changes), null);
    equal(await port.compareAndSet(algo.id + 1, 1, changes), null, 'an absent record');
    equal(await port.findById(algo.id), algo);
    equal(await port.findById(algo.id + 1), null);
    equal(await port.findByRef(contentRef(2)), null);
  });

  test('changes one record only', async ({ port }) => {
    const algo = await insertAlgo(port, 1);
    const other = await insertAlgo(port, 2);
    await port.compareAndSet(algo.id, 1, { nom: 'changed', permsAlgorithme: [newGrant(2)] });
    equal(await port.findById(other.id), other);
  });

  test('finds a record by its current reference', async ({ port }) => {
    const algo = await insertAlgo(port, 1);
    const changed = await port.compareAndSet(algo.id, 1, { ref: contentRef(2) });
    equal(await port.findByRef(contentRef(1)), null, 'the one before');
    equal(await port.findByRef(contentRef(2)), changed);
  });

  test('keeps unusual names that a commit sets', async ({ port }) => {
    const { id } = await insertAlgo(port, 1);
    for (const [index, nom] of ODD_NAMES.entries()) {
      await port.compareAndSet(id, index + 1, { nom });
      equal((await port.findById(id))?.nom, nom);
    }
  });

  test('lets one of 40 racing commits succeed', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await insertAlgo(fixture.port, 1);
    const commits = race(ports, 40, (port, index) => port.compareAndSet(id, 1, { ref: contentRef(100 + index) }));
    const winners = (await Promise.all(commits)).filter((result) => result !== null);
    equal(winners.length, 1, 'winners');
    equal(winners[0]?.version, 2);
    equal(await fixture.port.findById(id), winners[0]);
  });

  test('loses no commit when writers retry', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await insertAlgo(fixture.port, 1);
    const writers = race(ports, 8, async (port) => {
      for (let turn = 0; turn < MANY_TURNS; turn += 1) {
        const { version, dateModification } = present(await port.findById(id));
        if ((await port.compareAndSet(id, version, { dateModification: dateModification + 1 })) !== null) return;
      }
      fail('a writer never wins');
    });
    await Promise.all(writers);
    const { version, dateModification } = present(await fixture.port.findById(id));
    equal({ version, dateModification }, { version: 9, dateModification: NOW + 1 + 8 });
  });
}
