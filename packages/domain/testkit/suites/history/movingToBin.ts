import { IdTakenError } from '@algotheque/domain';
import { insertAlgo } from '../algos/insertAlgo.ts';
import { listed } from '../algos/listed.ts';
import { equal, equalOneTrue, ok, present, rejects } from '../assert.ts';
import { race } from '../capabilities.ts';
import { BEYOND_32_BITS, contentRef, NOW, newAlgo, newWaiting, ODD_NAMES } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { type AlgoBinFixture, binned, restoration, SHARED } from './binned.ts';

const DUE = { endsBefore: NOW + 2_000_000, after: 0, limit: 9 };

export function addMovingTests(test: AddTest<AlgoBinFixture>): void {
  test('has a record that is moved to it', async ({ port, algos }) => {
    const modified = { modifiedBy: 9, dateSource: NOW - 1, ...SHARED };
    const algo = await insertAlgo(algos, 1, { ...modified, waiting: [newWaiting('ada@example.org')] });
    equal([await port.find(algo.id), await port.idOf(algo.ref)], [null, null], 'before');
    for (const version of [0, 2, -1, 1 + BEYOND_32_BITS])
      equal(await port.add(algo.id, version, NOW), false, `version ${version}`);
    equal(await algos.findById(algo.id), algo);
    equal(await port.add(algo.id, 1, NOW), true);
    const deleted = { ...algo, waiting: [], dateSuppression: NOW };
    equal([await port.find(algo.id), await port.idOf(algo.ref)], [deleted, algo.id]);
    equal(await port.idOf(contentRef(99)), null, 'of another content');
    equal(await port.add(algo.id, 1, 1), false, 'the second time');
    equal(await port.add(algo.id + 1_000, 1, NOW), false, 'of an absent record');
    equal(await port.find(algo.id), deleted);
  });

  test('hides what it has from the records', async (fixture) => {
    const { port, algos } = fixture;
    const { id, ref } = await binned(fixture, 1, {
      ...SHARED,
      nom: 'Quicksort',
      waiting: [newWaiting('ada@example.org')],
    });
    const other = await insertAlgo(algos, 2);
    equal([await algos.findById(id), await algos.findById(id, 1), await algos.findByRef(ref)], [null, null, null]);
    equal([await algos.refOf(id), await algos.compareAndSet(id, 1, { nom: 'back' })], [null, null]);
    equal(
      [await algos.delete(id, 1), await algos.delete(id, null), await algos.place(id, 1, 7)],
      [false, false, false],
    );
    equal(await algos.listAll({ after: 0, limit: 9 }), [other]);
    equal(await algos.idsWhere({ userId: 1, side: 'owned', where: { all: true }, limit: 9 }), [other.id]);
    for (const user of [1, 2]) {
      const rows = await listed(algos, { by: user, seenBy: user });
      equal(
        rows.map((row) => row.id),
        user === 1 ? [other.id] : [],
      );
      equal(await algos.entriesOf(user, [id]), []);
      equal((await algos.countByFolder(user)).get(user + 3) ?? 0, 0);
      const side = user === 1 ? 'owned' : 'shared';
      equal(await algos.idsWhere({ userId: user, side, where: { dossierId: user + 3 }, limit: 9 }), []);
      const walked = await algos.walk({ userId: user, side, order: { by: 'nom', descending: false }, limit: 9 });
      equal(
        walked.entries.map((entry) => entry.id),
        user === 1 ? [other.id] : [],
      );
    }
    equal(await algos.idsWhere({ userId: 1, side: 'owned', where: { word: 'quick' }, limit: 9 }), []);
    equal(await algos.listWaiting({ mailbox: 'ada@example.org', after: 0, limit: 9 }), []);
    equal(await algos.listSharesDue(DUE), []);
    equal(present(await port.find(id)).permsAlgorithme, SHARED.permsAlgorithme);
  });

  test('takes the id of what it has', async (fixture) => {
    const { port, algos } = fixture;
    const deleted = await binned(fixture, 1);
    for (const ref of [deleted.ref, contentRef(9)])
      await rejects(() => algos.insert({ ...newAlgo(9), id: deleted.id, ref }), IdTakenError, ref);
    equal(await port.find(deleted.id), deleted);
  });

  test('makes a record again of what it has', async (fixture) => {
    const { port, algos } = fixture;
    const { dateSuppression: _, ...deleted } = await binned(fixture, 1, { ...SHARED, nom: 'Quicksort', modifiedBy: 9 });
    const { id } = deleted;
    const fields = restoration({ ...SHARED });
    for (const version of [0, 2, 1 + BEYOND_32_BITS])
      equal(await port.restore(id, version, fields), null, `${version}`);
    const restored = { ...deleted, ...fields, version: 2 };
    equal(await port.restore(id, 1, fields), restored);
    equal([await algos.findById(id), await port.find(id)], [restored, null]);
    equal(await port.restore(id, 1, fields), null, 'the second time');
    equal(await port.restore(id + 1_000, 1, fields), null, 'of what is absent');
    equal([await algos.findByRef(deleted.ref), await port.idOf(deleted.ref)], [restored, null]);
    equal(await algos.idsWhere({ userId: 1, side: 'owned', where: { word: 'quick' }, limit: 9 }), [id]);
    equal(await algos.idsWhere({ userId: 2, side: 'shared', where: { dossierId: 5 }, limit: 9 }), [id]);
    equal(await algos.listSharesDue(DUE), [restored]);
    equal(await algos.compareAndSet(id, 2, { nom: 'changed' }), { ...restored, nom: 'changed', version: 3 });
  });

  test('makes a record again without rights and places that have gone', async (fixture) => {
    const { port, algos } = fixture;
    const { id } = await binned(fixture, 1, SHARED);
    const places = [{ idUtilisateur: 1, dossierId: 4 }];
    equal(present(await port.restore(id, 1, restoration({ places }))).places, places);
    equal(await algos.findById(id, 2), null);
    equal(await algos.countByFolder(1), new Map([[4, 1]]));
  });

  test('takes a record more than once', async (fixture) => {
    const { port, algos } = fixture;
    const { id } = await binned(fixture, 1);
    for (const version of [1, 2, 3]) {
      await port.restore(id, version, restoration());
      equal(await port.add(id, version, NOW), false, 'of the version before');
      equal(await port.add(id, version + 1, NOW), true);
      equal([present(await port.find(id)).version, await algos.findById(id)], [version + 1, null]);
    }
  });

  test('keeps every value exactly', async (fixture) => {
    for (const [index, nom] of ODD_NAMES.entries()) {
      const ownerId = Number.MAX_SAFE_INTEGER - index;
      const fields = { nom, ownerId, modifiedBy: ownerId, dateSource: 8_640_000_000_000_000, dateCreation: 0 };
      const deleted = await binned(fixture, index, fields, 8_640_000_000_000_000);
      equal(await fixture.port.find(deleted.id), deleted, nom);
      const { dateSuppression: _, ...record } = deleted;
      const restored = { ...record, ...restoration(), version: 2 };
      equal(await fixture.port.restore(deleted.id, 1, restoration()), restored, nom);
    }
  });

  test('lets one of 30 racing moves succeed', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await insertAlgo(fixture.algos, 1);
    await equalOneTrue(
      race(ports, 30, (port, index) => port.add(id, 1, NOW + index)),
      'move',
    );
  });

  test('lets either a move or a commit succeed, never both', { uses: 'another' }, async (fixture, ports) => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { id } = await insertAlgo(fixture.algos, turn);
      const [moved, changed] = await Promise.all([
        ...race(ports.slice(-1), 1, (port) => port.add(id, 1, NOW)),
        fixture.algos.compareAndSet(id, 1, { nom: 'changed' }),
      ]);
      ok(moved !== (changed !== null), `move ${moved}, commit ${changed !== null}`);
      equal(
        [(await fixture.algos.findById(id))?.nom, (await fixture.port.find(id)) !== null],
        moved ? [undefined, true] : ['changed', false],
      );
    }
  });

  test('lets one of many restorations and removals succeed', { uses: 'another' }, async (fixture, ports) => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { id } = await binned(fixture, turn);
      const done = await Promise.all(
        race(ports, 6, async (port, index) => {
          if (index === turn % 6) return (await port.remove({ id, version: 1 })) ? 'removed' : null;
          return (
            (await port.restore(id, 1, restoration({ places: [{ idUtilisateur: 1, dossierId: 1 + index }] })))?.ref ??
            null
          );
        }),
      );
      const [outcome, ...others] = done.filter((one) => one !== null);
      equal(others, [], 'others that succeeded');
      const record = await fixture.algos.findById(id);
      equal([record?.ref ?? 'removed', await fixture.port.find(id)], [outcome, null]);
    }
  });
}
