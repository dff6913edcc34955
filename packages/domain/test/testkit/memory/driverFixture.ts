import type { StoreDriver } from '../../../src/index.ts';
import { MemoryStore, memoryContentFolder, memoryStoreDriver } from '../../../testkit/memory/index.ts';
import type { StoreDriverFixture } from '../../../testkit/suites/index.ts';

const URL = 'memory:a-store';

/** Makes a broken driver of the driver in memory. */
export type WrapDriver = (driver: StoreDriver, stores: Map<string, MemoryStore>) => StoreDriver;

/** @param hasFolder whether content is in a folder */
export async function driverFixture(
  hasFolder: boolean,
  wrap: WrapDriver = (driver) => driver,
): Promise<StoreDriverFixture> {
  const stores = new Map<string, MemoryStore>();
  return {
    port: wrap(memoryStoreDriver(stores), stores),
    url: URL,
    secret: null,
    folders: hasFolder ? { own: memoryContentFolder('own'), other: memoryContentFolder('other') } : null,
    keepsMoments: async () => true,
    async spoil() {
      const store = stores.get(URL) ?? new MemoryStore();
      store.contents.records.set(99, { ref: 'left', content: new Uint8Array([1]) });
    },
  };
}
