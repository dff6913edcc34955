import { addHealthTests } from '../capabilities.ts';
import { contract } from '../suite.ts';
import { addContentTests } from './contents.ts';
import { addCrashTests } from './crashes.ts';
import { addContentDamageTests } from './damagedContents.ts';
import type { ContentStoreFixture } from './fixture.ts';
import { addFormerTests } from './formers.ts';
import { addPendingTests } from './pending.ts';
import { addPublishTests } from './publishing.ts';

/** What every ContentStore promises. */
export const contentStoreContract = contract<ContentStoreFixture>('ContentStore', (test) => {
  addContentTests(test);
  addPublishTests(test);
  addFormerTests(test);
  addPendingTests(test);
  addCrashTests(test);
  addContentDamageTests(test);
  const content = new Uint8Array([1, 2, 3]);
  addHealthTests(test, async (files) => {
    const ref = await files.stage(content, null);
    return {
      stage: () => files.stage(content, null),
      ...(files.listContents !== undefined && { publish: () => files.publish(1, ref), keep: () => files.keep(1, ref) }),
      read: () => files.read(1, ref),
      discard: () => files.discard(ref),
      delete: () => files.delete(1, ref, 'records'),
      pending: () => files.pending(Number.MAX_SAFE_INTEGER),
    };
  });
});
