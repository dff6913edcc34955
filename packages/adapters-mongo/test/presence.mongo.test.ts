import { UnavailableError } from '@algotheque/domain';
import { expect } from 'vitest';
import { StoreLockedError } from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';
import { newUser } from './support/samples.ts';
import { setUsers, userOf, usersOf } from './support/usersOf.ts';

describeMongo('servers and migrations on one database', ({ withScratch }) => {
  withScratch('refuses a migration while a server runs, and names the server', async ({ open, db }) => {
    const server = await open();
    await expect(open({ exclusive: true })).rejects.toThrow(StoreLockedError);
    await expect(open({ exclusive: true })).rejects.toThrow(`process ${process.pid}`);
    expect(await usersOf(db), 'who was refused is not there').toMatchObject([{ isAlone: false }]);
    await server.users.insert(newUser());
    await server.close();
    await open({ exclusive: true });
  });

  withScratch('refuses a server and a second migration while a migration runs', async ({ open, db }) => {
    const migration = await open({ exclusive: true });
    await expect(open()).rejects.toThrow(StoreLockedError);
    await expect(open({ exclusive: true })).rejects.toThrow(`process ${process.pid}`);
    expect(await usersOf(db), 'who was refused is not there').toMatchObject([{ isAlone: true }]);
    await migration.users.insert(newUser());
    await migration.close();
    await open();
  });

  withScratch('serves again, without a restart, when the migration has ended', async ({ open }) => {
    const migration = await open({ exclusive: true });
    const server = await open({ isLazy: true });
    await expect(server.users.findById(1)).rejects.toThrow(UnavailableError);
    await migration.close();
    expect(await server.users.findById(1)).toBeNull();
  });

  withScratch('accepts one of several migrations that start at once', async ({ open }) => {
    const opened = await Promise.allSettled([1, 2, 3, 4].map(() => open({ exclusive: true })));
    const refused = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.length).toBe(3);
    for (const reason of refused) expect(reason).toBeInstanceOf(StoreLockedError);
  });

  withScratch('never accepts both of a server and a migration that start at once', async ({ open }) => {
    for (let turn = 0; turn < 5; turn += 1) {
      const opened = await Promise.allSettled([open(), open({ exclusive: true }), open()]);
      const [server, migration, other] = opened.map(({ status }) => status === 'fulfilled');
      expect(migration && (server || other)).toBe(false);
      for (const result of opened) if (result.status === 'fulfilled') await result.value.close();
    }
  });

  withScratch('forgets a server or a migration that died after a bounded time', async ({ open, db }) => {
    await setUsers(db, [userOf(31_000, false)]);
    await (await open({ exclusive: true })).close();
    await setUsers(db, [userOf(31_000, true)]);
    await open();
  });

  withScratch('forgets one whose time was written by a clock that was ahead', async ({ open, db }) => {
    for (const isAlone of [false, true]) {
      await setUsers(db, [userOf(-63_072_000_000, isAlone)]);
      await (await open({ exclusive: true })).close();
    }
  });

  withScratch('respects them until that time', async ({ open, db }) => {
    await setUsers(db, [userOf(20_000, true)]);
    await expect(open()).rejects.toThrow('process 1 on elsewhere');
    await setUsers(db, [userOf(20_000, false)]);
    await expect(open({ exclusive: true })).rejects.toThrow('process 1 on elsewhere');
  });
});
