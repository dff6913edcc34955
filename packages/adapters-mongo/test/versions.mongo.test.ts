import type { FormerVersion } from '@algotheque/domain';
import { expect } from 'vitest';
import { keepBytes } from '../src/history/versionBytes.ts';
import { describeMongo } from './support/describeMongo.ts';
import { interposed } from './support/interposed.ts';
import { newAlgo } from './support/samples.ts';

const CONTENT = new TextEncoder().encode('[1]');

function former(version: number): FormerVersion {
  const { permsAlgorithme: _perms, places: _places, waiting: _waiting, ...algo } = newAlgo(1);
  return { former: { ...algo, version, ref: `ref ${version}`, dateExpiration: version }, content: CONTENT };
}

describeMongo('former versions', ({ withScratch }) => {
  withScratch('that are too many go once, also when another server looks at the same time', async ({ open, db }) => {
    const { history } = await open();
    await Promise.all(Array.from({ length: 100 }, (_, index) => history.put(former(index + 1))));
    const methods: string[] = [];
    const meanwhile = interposed(db, async (method) => {
      methods.push(method);
      if (method === 'find' && !methods.includes('deleteMany')) await history.keepVersions(1, 505);
    });
    expect(await keepBytes(meanwhile, 1, 505)).toBe(500);
    expect(methods).toContain('find');
    expect((await history.list(1)).map(({ version }) => version)).toEqual(
      Array.from({ length: 50 }, (_, index) => 100 - index),
    );
  });

  withScratch('are summed from an index alone, and end in its order', async ({ open, db }) => {
    const { history } = await open();
    for (let version = 1; version <= 20; version += 1) await history.put(former(version));
    const documents = db.collection('history');
    const sums = documents.find({ ownerId: 1 }, { projection: { _id: 0, ownerId: 1, contentBytes: 1 } });
    expect((await sums.explain('executionStats'))['executionStats'].totalDocsExamined).toBe(0);
    const plan = await documents
      .find({ ownerId: 1 }, { sort: { dateExpiration: 1 }, limit: 5 })
      .explain('executionStats');
    expect(plan['executionStats'].totalDocsExamined).toBe(5);
    expect(JSON.stringify(plan)).not.toMatch(/"stage":"(SORT|COLLSCAN)"/);
  });
});
