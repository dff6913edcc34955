import type { ContentStore } from '@algotheque/domain';
import { equal } from '../assert.ts';
import { addHealthTests } from '../capabilities.ts';
import type { Lacks, OpenFixture, Runner } from '../runner.ts';
import { suite } from '../suite.ts';
import { addContentTests } from './contents.ts';
import { addCrashTests } from './crashes.ts';
import { addContentDamageTests } from './damagedContents.ts';
import type { ContentStoreFixture } from './fixture.ts';
import { addPendingTests } from './pending.ts';
import { addPublishTests } from './publishing.ts';

/** What every ContentStore promises. */
export function contentStoreContract(
  runner: Runner,
  open: OpenFixture<ContentStore, ContentStoreFixture>,
  lacks: Lacks = {},
): void {
  suite({ runner, name: 'ContentStore', open, lacks }, (test) => {
    addContentTests(test);
    addPublishTests(test);
    addPendingTests(test);
    addCrashTests(test);
    addContentDamageTests(test);
    test('has all of announce, withdraw and delete, or none if it has the records too', async ({ port, records }) => {
      const has = [port.announce, port.withdraw, port.delete].map((method) => method !== undefined);
      const expected = records === undefined;
      equal(has, [expected, expected, expected]);
    });
    const content = new Uint8Array([1, 2, 3]);
    addHealthTests(test, async (files) => {
      const ref = await files.stage(content, null);
      return {
        stage: () => files.stage(content, null),
        publish: () => files.publish(1, ref),
        read: () => files.read(1, ref),
        discard: () => files.discard(ref),
        pending: () => files.pending(Number.MAX_SAFE_INTEGER),
        ...removalOf(files, ref),
      };
    });
  });
}

function removalOf(files: ContentStore, ref: string): Record<string, () => Promise<void>> {
  const { announce, withdraw, delete: remove } = files;
  if (announce === undefined || withdraw === undefined || remove === undefined) return {};
  return {
    announce: () => announce.call(files, 1, ref),
    withdraw: () => withdraw.call(files, 1, ref),
    delete: () => remove.call(files, 1, ref),
  };
}
