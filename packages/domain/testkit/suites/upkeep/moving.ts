import { algoRow, changedUser, EmailTakenError, ownedBytes, type PortableStore, rightOn } from '@algotheque/domain';
import { insertAlgo } from '../algos/insertAlgo.ts';
import { listed } from '../algos/listed.ts';
import { equal, ok, present, rejects } from '../assert.ts';
import type { OpenFixture } from '../runner.ts';
import { BEYOND_32_BITS, NOW, newSession, newUser, newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { exportAll, importAll, type PortableStoreFixture, REMEMBERED, sampleRows } from './portableRows.ts';

/** How repositories serve imported rows. */
export function addMoveTests(
  test: AddTest<PortableStoreFixture>,
  open: OpenFixture<PortableStore, PortableStoreFixture>,
): void {
  const filled = async ({ port, repositories }: PortableStoreFixture) => {
    await port.beginImport({ source: 'sample' });
    await importAll(port, sampleRows());
    await importAll(port, sampleRows()); // rows that are replaced count once
    await port.endImport();
    return repositories();
  };

  test('copies everything from one store to another', async (source) => {
    const { users, algos, sessionStore } = await source.repositories();
    for (const user of newUsers(5)) await users.insert(user);
    await users.markDeleted(present(await users.findByEmail('user2@example.org')).id);
    for (const number of [1, 2, 3]) await insertAlgo(algos, number);
    await sessionStore.insert(newSession(1));
    const target = await open();
    try {
      await target.port.beginImport({ source: 'source' });
      await importAll(target.port, await exportAll(source.port));
      await target.port.endImport();
      equal(await exportAll(target.port), await exportAll(source.port));
    } finally {
      await target.close?.();
    }
  });

  test('serves imported users', async (fixture) => {
    const { users } = await filled(fixture);
    for (const { deleted, ...user } of sampleRows().user) {
      equal(await users.findById(user.id), deleted ? null : user);
      equal(await users.findByEmail(user.adresseMail), deleted ? null : user);
      await rejects(() => users.insert(newUser({ adresseMail: user.adresseMail })), EmailTakenError);
    }
  });

  test('remembers what was imported', async (fixture) => {
    const { limiter } = await filled(fixture);
    equal(await limiter.remembers(REMEMBERED.name, NOW, 5_000), true);
    equal(await limiter.remembers(REMEMBERED.name, NOW + 1_001, 5_000), false, 'when it has ended');
    equal(await limiter.remembers('another', NOW, 5_000), false);
  });

  test('serves imported algorithms, folders, sessions and deletions', async (fixture) => {
    const { algos, folders, sessionStore, deletions } = await filled(fixture);
    const rows = sampleRows();
    for (const algo of rows.algo) equal([await algos.findById(algo.id), await algos.findByRef(algo.ref)], [algo, algo]);
    const shared = rows.algo.flatMap((algo) => {
      const droits = rightOn(algo, 7);
      return droits === null ? [] : [algoRow(algo, droits)];
    });
    equal(await listed(algos, { by: 7, seenBy: 7 }), shared);
    for (const { ownerId } of rows.algo) {
      const own = rows.algo.filter((algo) => algo.ownerId === ownerId);
      const bytes = own.reduce((sum, algo) => sum + ownedBytes(algo), 0);
      equal(await algos.usage(ownerId), { algos: own.length, bytes }, `usage of ${ownerId}`);
    }
    for (const tree of rows.folder) equal(await folders.find(tree.ownerId), tree);
    for (const session of rows.session) equal(await sessionStore.find(session.digest), session);
    equal(
      await deletions.list(),
      rows.deletion.toSorted((one, other) => one.date - other.date),
    );
  });

  test('reuses no id that the source store gave', async (fixture) => {
    const { users, algos } = await filled(fixture);
    const lastIds = new Map(sampleRows().lastId.map(({ of, id }) => [of, id]));
    const next = {
      user: (await users.insert(newUser({ adresseMail: 'new@example.org' }))).id,
      algo: await algos.nextId(),
    };
    for (const kind of ['user', 'algo'] as const) {
      const last = present(lastIds.get(kind));
      ok(next[kind] > last, `${kind} ${next[kind]} was given after ${last}`);
    }
  });

  test('lets repositories change imported records', async (fixture) => {
    const { users, algos, folders, sessionStore } = await filled(fixture);
    const [user, algo, session] = [present(sampleRows().user[1]), present(sampleRows().algo[0]), newSession(1)];
    const { deleted: _, ...before } = user;
    const emailChange = { ...before.emailChange, pending: null };
    const changed = { ...before, mdpHash: 'new', credentialsVersion: user.credentialsVersion + 1, emailChange };
    equal(
      await users.change(user.id, (now) =>
        changedUser(now, user.credentialsVersion - BEYOND_32_BITS, { mdpHash: 'new' }),
      ),
      null,
      'in 32 bits',
    );
    equal(await users.change(user.id, (now) => changedUser(now, user.credentialsVersion, { mdpHash: 'new' })), changed);
    equal(await algos.compareAndSet(algo.id, algo.version - BEYOND_32_BITS, { nom: 'new' }), null, 'in 32 bits');
    const renamed = { ...algo, nom: 'new', version: algo.version + 1 };
    equal(await algos.compareAndSet(algo.id, algo.version, { nom: 'new' }), renamed);
    equal(await algos.delete(algo.id, renamed.version), true);
    equal(await sessionStore.delete(session.digest), true);
    const { ownerId, version } = present(sampleRows().folder[1]);
    const emptied = { lastId: 9, folders: [] };
    equal(await folders.compareAndSet(ownerId, version - BEYOND_32_BITS, emptied), null, 'in 32 bits');
    equal(await folders.compareAndSet(ownerId, version, emptied), { ownerId, version: version + 1, ...emptied });
  });
}
