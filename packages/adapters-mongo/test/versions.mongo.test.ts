import type { FormerAlgo } from '@algotheque/domain';
import { expect } from 'vitest';
import { describeMongo } from './support/describeMongo.ts';
import { newAlgo } from './support/samples.ts';

function former(version: number): FormerAlgo {
  const { permsAlgorithme: _perms, places: _places, waiting: _waiting, ...algo } = newAlgo(1);
  return { ...algo, version, ref: `ref ${version}`, dateExpiration: version };
}

describeMongo('former versions', ({ withScratch }) => {
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
