import { type AlgoRepository, IdTakenError, type StoredGrant } from '@algotheque/domain';
import { ascending, equal, ok, present, rejects } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, contentRef, newAlgo, newGrant, ODD_NAMES } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';

const PERMS: readonly StoredGrant[] = [newGrant(9, 'ReadWrite'), newGrant(3), newGrant(Number.MAX_SAFE_INTEGER)];

export function addAlgoInsertTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('gives positive ids, ascending, each once', { uses: 'another' }, async (fixture) => {
    const ids: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) ids.push(await fixture.port.nextId());
    ok(
      ids.every((id) => Number.isSafeInteger(id) && id > 0),
      `not all are positive integers: ${ids}`,
    );
    equal(ids, ascending(new Set(ids)));
    const other = (await fixture.another?.()) ?? fixture.port;
    const racing = await Promise.all(race([fixture.port, other], 100, (port) => port.nextId()));
    equal(new Set([...ids, ...racing]).size, 105, 'different ids');
  });

  test('reuses no id after a restart', { needs: 'reopen' }, async (fixture) => {
    const before = [await fixture.port.nextId(), await fixture.port.nextId()];
    const algo = await insertAlgo(fixture.port, 1);
    await fixture.port.delete(algo.id, algo.version);
    const port = await fixture.reopen();
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await port.nextId();
      ok(![...before, algo.id].includes(id), `id ${id} was given again`);
    }
  });

  test('finds a record for those who can access it, and nothing for anybody else', async ({ port }) => {
    const algo = await insertAlgo(port, 1, { permsAlgorithme: PERMS });
    const other = await insertAlgo(port, 2, { ownerId: 3 });
    const users = [algo.ownerId, ...PERMS.map(({ idUtilisateur }) => idUtilisateur)];
    const read = (id: number, userIds: readonly number[]) =>
      Promise.all(userIds.map((userId) => port.findById(id, userId)));
    for (const found of await read(algo.id, users)) equal(found, algo, 'of its owner, or with a right');
    equal(await read(algo.id, [4, 99, algo.id + 1_000]), [null, null, null], 'of strangers');
    equal(await read(algo.id, [99, algo.ownerId, 9, 4]), [null, algo, algo, null], 'of both at once');
    equal(await Promise.all([port.findById(algo.id, 3), port.findById(other.id, 9)]), [algo, null], 'of two records');
    equal(await port.findById(other.id + 1, 3), null, 'an absent record');
    await port.compareAndSet(algo.id, 1, { permsAlgorithme: PERMS.slice(1) });
    equal(await port.findById(algo.id, 9), null, 'after the right was withdrawn');
  });

  test('saves a record with version 1', async ({ port }) => {
    const id = await port.nextId();
    const given = { ...newAlgo(1, { permsAlgorithme: PERMS }), id };
    equal(await port.insert(given), { ...given, version: 1 });
    equal(await port.findById(id), { ...given, version: 1 });
    equal(await port.findByRef(given.ref), { ...given, version: 1 });
  });

  test('saves a record in the folders that it is given', async ({ port }) => {
    const places = [
      { idUtilisateur: 9, dossierId: 4 },
      { idUtilisateur: 1, dossierId: 3 },
    ];
    const given = { ...newAlgo(1, { permsAlgorithme: PERMS, places }), id: await port.nextId() };
    equal(await port.insert(given), { ...given, version: 1 });
    equal(await port.findById(given.id), { ...given, version: 1 });
    for (const { idUtilisateur: userId, dossierId } of places) {
      const [entry] = await port.entriesOf(userId, [given.id]);
      equal(entry?.dossierId, dossierId, `of user ${userId}`);
      equal([...(await port.countByFolder(userId))], [[dossierId, 1]], `of user ${userId}`);
      const side = userId === 1 ? 'owned' : 'shared';
      equal(await port.idsWhere({ userId, side, where: { dossierId }, limit: 2 }), [given.id], `of user ${userId}`);
    }
    const { places: _, ...atTop } = { ...newAlgo(2), id: await port.nextId() };
    equal((await port.insert(atTop)).places, [], 'without places');
  });

  test('finds null for an absent record', async ({ port }) => {
    const { id } = await insertAlgo(port, 1);
    const ids = [id + 1, 0, -1, id + BEYOND_32_BITS, Number.MAX_SAFE_INTEGER];
    for (const absent of ids) equal(await port.findById(absent), null);
    for (const absent of ['', contentRef(2), contentRef(1).toUpperCase()]) equal(await port.findByRef(absent), null);
  });

  test('keeps every value exactly', async ({ port }) => {
    const large = [2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
    const odd = [
      ...ODD_NAMES.map((nom) => ({ nom })),
      ...large.map((ownerId) => ({ ownerId })),
      ...[0, 1, 8.64e15].map((date) => ({ dateCreation: date, dateModification: date })),
      ...large.map((contentBytes) => ({ contentBytes })),
      ...large.map((modifiedBy) => ({ modifiedBy })),
      ...[0, 8.64e15].map((dateSource) => ({ dateSource })),
      { permsAlgorithme: [] },
      {
        permsAlgorithme: Array.from({ length: 1_000 }, (_, n) => newGrant(2_000 - n)),
      },
    ];
    for (const [index, fields] of odd.entries()) {
      const saved = await insertAlgo(port, index, fields);
      equal(await port.findById(saved.id), { ...newAlgo(index, fields), id: saved.id, version: 1 });
    }
  });

  test('copies the objects that it receives and returns', async ({ port }) => {
    const permsAlgorithme: StoredGrant[] = [newGrant(2)];
    const saved = await insertAlgo(port, 1, { permsAlgorithme });
    permsAlgorithme.push(newGrant(3));
    const found = present(await port.findById(saved.id));
    for (const algo of [saved, found]) Object.assign(algo.permsAlgorithme[0] ?? {}, { droits: 'ReadWrite' });
    equal((await port.findById(saved.id))?.permsAlgorithme, [newGrant(2)]);
  });

  test('repeats an insert without further effect', { uses: 'another' }, async (fixture, ports) => {
    const given = { ...newAlgo(1), id: await fixture.port.nextId() };
    await Promise.all(race(ports, 10, (port) => port.insert(given)));
    equal(await fixture.port.listAll({ after: 0, limit: 10 }), [{ ...given, version: 1 }]);
    const changed = await fixture.port.compareAndSet(given.id, 1, { nom: 'changed' });
    equal(await fixture.port.insert(given), changed, 'what the repetition resolves to');
    equal(await fixture.port.findById(given.id), changed, 'a later commit');
  });

  test('never replaces a record by an insert', async ({ port }) => {
    const algo = await insertAlgo(port, 1);
    await rejects(() => port.insert({ ...newAlgo(2), id: algo.id }), IdTakenError, 'an insert under its id');
    equal(await port.findById(algo.id), algo);
  });

  test('keeps who saved the source code, and when', async ({ port }) => {
    const algo = await insertAlgo(port, 1, { modifiedBy: 9, dateSource: 8 });
    equal(await port.findById(algo.id), { ...algo, modifiedBy: 9, dateSource: 8 });
    const saved = { modifiedBy: 5, dateSource: 6 };
    equal(await port.compareAndSet(algo.id, 1, saved), { ...algo, version: 2, ...saved });
    const last = present(await port.compareAndSet(algo.id, 2, { contentBytes: 1 }));
    equal([last.modifiedBy, last.dateSource], [5, 6], 'what stays');
  });

  test('keeps records over a restart', { needs: 'reopen' }, async (fixture) => {
    const algo = await insertAlgo(fixture.port, 1, { permsAlgorithme: PERMS });
    const other = await insertAlgo(fixture.port, 2);
    const changed = await fixture.port.compareAndSet(other.id, 1, { nom: 'changed', ref: contentRef(3) });
    const port = await fixture.reopen();
    equal(await port.findById(algo.id), algo);
    equal(await port.findById(other.id), changed);
    equal(await port.findByRef(contentRef(3)), changed);
  });
}
