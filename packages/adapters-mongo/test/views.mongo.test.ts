import type { NamedContent } from '@algotheque/domain';
import { expect } from 'vitest';
import { openMongoReader } from '../src/openMongoReader.ts';
import { describeMongo } from './support/describeMongo.ts';
import { keepsMoments } from './support/keepsMoments.ts';
import { newAlgo, newUser } from './support/samples.ts';

describeMongo('views of a database', ({ withScratch, server, mode }) => {
  withScratch('are of one moment on a replica set, and write nothing', async ({ name, db, open, dump }) => {
    const store = await open({ contentPlace: 'mongodb' });
    await store.users.insert(newUser());
    const content = Buffer.from('[1]');
    const ref = await store.contentStore.stage(content, null);
    const { id } = await store.algos.insert({ ...newAlgo(1), ref });
    await store.contentStore.publish(id, ref);
    await store.contentStore.settled?.(); // its mark goes behind the answer
    const before = await dump();
    const views = await openMongoReader({ url: server().url(name) });
    expect(views).toMatchObject({ isOneMoment: mode === 'replicaSet' });
    expect(await views.contentPlace()).toBe('store');
    const view = await views.take();
    const contents = async () => {
      const found: NamedContent[] = [];
      for await (const batch of view.exportRows('algo')) found.push(...batch.map(({ id, ref }) => ({ id, ref })));
      return found;
    };
    expect(await contents()).toEqual([{ id, ref }]);
    expect(await dump()).toBe(before);

    await store.algos.delete(id, null);
    await store.contentStore.delete(id, ref, 'records');
    expect(await views.present.find(id)).toBeNull();
    expect(await views.present.content({ id, ref })).toBeNull();
    if (await keepsMoments(db)) {
      expect(await contents()).toEqual([{ id, ref }]);
      expect(Buffer.from((await view.content({ id, ref })) ?? [])).toEqual(content);
      expect(await view.find(id)).toMatchObject({ id, ref });
    }
    await view.end();
    await views.close();
  });

  withScratch('report every damaged document, also one with a key of another type', async ({ name, db, open }) => {
    const store = await open();
    await store.users.insert(newUser());
    const users = db.collection<{ _id: unknown; addresses: string[] }>('users');
    for (const _id of ['seven', 7]) await users.insertOne({ _id, addresses: [`${_id}`] });
    const views = await openMongoReader({ url: server().url(name) });
    const damaged: string[] = [];
    const rows: unknown[] = [];
    for await (const batch of views.present.exportRows('user', ({ id }) => void damaged.push(id))) rows.push(...batch);
    expect(rows).toMatchObject([{ id: 1 }]);
    expect(damaged.sort()).toEqual(['7', 'seven']);
    await views.close();
  });

  withScratch('are refused on a database of an older release', async ({ name, db, open }) => {
    await open();
    await db.collection<{ _id: string }>('meta').updateOne({ _id: 'schema' }, { $set: { from: 1 } });
    await expect(openMongoReader({ url: server().url(name) })).rejects.toThrow('start its server once');
  });
});
