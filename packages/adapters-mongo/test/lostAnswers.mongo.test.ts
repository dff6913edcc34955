import { UnavailableError } from '@algotheque/domain';
import { expect } from 'vitest';
import { describeMongo } from './support/describeMongo.ts';
import { BLOCK, drawIds } from './support/drawIds.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';

const RULE = { limit: 100, windowMs: 60_000 };

describeMongo('a lost answer of the database', ({ mode, withScratch }) => {
  withScratch('creates no second user, and no error', async ({ open, proxy }) => {
    const { users } = await open();
    proxy.loseAnswerTo('insert');
    const user = await users.insert(newUser());
    expect(proxy.lost()).toBe(1);
    expect(await users.findByEmail(user.adresseMail)).toEqual(user);
  });

  withScratch('leaves at most a gap between ids', async ({ open, proxy }) => {
    const store = await open();
    const last = (await drawIds(store, BLOCK)).at(-1);
    expect(last).toBe(BLOCK);
    proxy.loseAnswerTo('findAndModify');
    const next = await store.algos.nextId();
    expect(proxy.lost()).toBe(1);
    expect(next).toBe((mode === 'replicaSet' ? BLOCK : 2 * BLOCK) + 1);
  });

  withScratch('creates nothing twice', async ({ open, proxy, db }) => {
    const { algos, sessionStore, deletions, contentStore } = await open();
    const insert = async (work: () => Promise<unknown>, command = 'insert') => {
      const before = proxy.lost();
      proxy.loseAnswerTo(command);
      await work();
      expect(proxy.lost(), 'the answer was lost').toBe(before + 1);
    };
    await insert(() => algos.insert(newAlgo(1)));
    await insert(() => sessionStore.insert(newSession('digest')));
    await insert(() => deletions.add({ userId: 1, date: 1 }), 'update');
    await insert(() => contentStore.stage(new TextEncoder().encode('{}'), null));
    for (const name of ['algos', 'tokens', 'deletions', 'contents']) {
      expect(await db.collection(name).countDocuments(), name).toBe(1);
    }
  });

  withScratch('does not prevent the deletion', async ({ open, proxy }) => {
    const { users } = await open();
    const user = await users.insert(newUser());
    proxy.loseAnswerTo('delete');
    await users.delete(user.id);
    expect(await users.findById(user.id)).toBeNull();
  });

  // A stand-alone server does not recognise a repetition. So commands that must not be done twice are not repeated.
  withScratch('leads to one commit, or to an error that says the outcome is unknown', async ({ open, proxy }) => {
    const { algos } = await open();
    await algos.insert(newAlgo(1));
    proxy.loseAnswerTo('findAndModify');
    const commit = algos.compareAndSet(1, 1, { nom: 'changed' });
    if (mode === 'replicaSet') expect(await commit).toMatchObject({ version: 2 });
    else await expect(commit).rejects.toThrow(UnavailableError);
    expect(proxy.lost()).toBe(1);
    expect(await algos.findById(1)).toMatchObject({ version: 2, nom: 'changed' });
  });

  withScratch(
    'leads to one change of folders, or to an error that says the outcome is unknown',
    async ({ open, proxy }) => {
      const { folders } = await open();
      for (const [version, command] of [
        [0, 'insert'],
        [1, 'update'],
      ] as const) {
        proxy.loseAnswerTo(command);
        const change = folders.compareAndSet(1, version, { lastId: version, folders: [] });
        if (mode === 'replicaSet') expect(await change).toMatchObject({ version: version + 1 });
        else await expect(change).rejects.toThrow(UnavailableError);
        expect(proxy.lost()).toBe(version + 1);
        expect(await folders.find(1)).toMatchObject({ version: version + 1, lastId: version });
      }
    },
  );

  withScratch('leads to one deletion, or to an error that says the outcome is unknown', async ({ open, proxy }) => {
    const { algos } = await open();
    await algos.insert(newAlgo(1));
    proxy.loseAnswerTo('delete');
    const deletion = algos.delete(1, 1);
    if (mode === 'replicaSet') expect(await deletion).toBe(true);
    else await expect(deletion).rejects.toThrow(UnavailableError);
    expect(await algos.findById(1)).toBeNull();
  });

  withScratch(
    'leads to one move to the bin or back, or to an error that says the outcome is unknown',
    async (scratch) => {
      const { algos, bin } = await scratch.open();
      await algos.insert(newAlgo(1));
      const restoration = { permsAlgorithme: [], places: [] };
      const moves = [
        { command: 'update', move: () => bin.add(1, 1, 5), there: [null, 1] },
        { command: 'update', move: async () => (await bin.restore(1, 1, restoration)) !== null, there: [2, null] },
        { command: 'update', move: () => bin.add(1, 2, 5), there: [null, 2] },
        { command: 'delete', move: () => bin.remove({ id: 1, version: 2 }), there: [null, null] },
      ];
      for (const [index, { command, move, there }] of moves.entries()) {
        scratch.proxy.loseAnswerTo(command);
        const moved = move();
        if (mode === 'replicaSet') expect(await moved).toBe(true);
        else await expect(moved).rejects.toThrow(UnavailableError);
        expect(scratch.proxy.lost()).toBe(index + 1);
        const versions = [(await algos.findById(1))?.version ?? null, (await bin.find(1))?.version ?? null];
        expect(versions, command).toEqual(there);
      }
    },
  );

  withScratch('counts a hit once, and gives one back once', async ({ open, proxy, db }) => {
    const { limiter } = await open();
    const { end } = await limiter.hit('key', RULE, Date.now());
    const changes = [
      { change: () => limiter.hit('key', RULE, end - RULE.windowMs), count: 2 },
      { change: () => limiter.giveBack('key', end), count: 1 },
    ];
    for (const [index, { change, count }] of changes.entries()) {
      proxy.loseAnswerTo('findAndModify');
      if (mode === 'replicaSet') await change();
      else await expect(change()).rejects.toThrow(UnavailableError);
      expect(proxy.lost()).toBe(index + 1);
      expect(await db.collection('limits').findOne()).toMatchObject({ count, end });
    }
  });
});
