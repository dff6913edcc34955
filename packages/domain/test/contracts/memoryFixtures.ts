import {
  type AlgoFileStoreFixture,
  FakeClock,
  type Fixture,
  MemoryCounts,
  MemoryData,
  MemoryFiles,
  memoryAlgoFileStore,
  memoryRateLimiter,
  type Outage,
  withOutage,
} from '../../src/contracts/index.ts';
import type { AlgoFileStore, RateLimiter } from '../../src/index.ts';

/** Makes a port on data; a broken one makes something else of what it gets. */
export type Wrap<Port> = (port: Port) => Port;

/** A repository on data in memory, with all that a fixture can offer. */
export async function dataFixture<Port extends object>(openOn: (data: MemoryData) => Port): Promise<Fixture<Port>> {
  const data = new MemoryData();
  const outage: Outage = { down: false };
  const open = () => withOutage(openOn(data), outage);
  return {
    port: open(),
    dump: async () => data.dump(),
    reopen: async () => open(),
    another: async () => open(),
    async cut() {
      outage.down = true;
    },
  };
}

export async function filesFixture(wrap: Wrap<AlgoFileStore> = (port) => port): Promise<AlgoFileStoreFixture> {
  const files = new MemoryFiles();
  const clock = new FakeClock();
  const outage: Outage = { down: false };
  const open = () => withOutage(wrap(memoryAlgoFileStore(clock, files)), outage);
  return {
    port: open(),
    clock,
    tellsTheDead: true,
    crash: async () => open(),
    dump: async () => files.dump(),
    reopen: async () => open(),
    lacks: { another: 'one process owns a store in memory' },
    async cut() {
      outage.down = true;
    },
  };
}

export async function limiterFixture(wrap: Wrap<RateLimiter> = (port) => port): Promise<Fixture<RateLimiter>> {
  const counts = new MemoryCounts();
  const outage: Outage = { down: false };
  const open = () => withOutage(wrap(memoryRateLimiter(counts)), outage);
  return {
    port: open(),
    another: async () => open(),
    lacks: { dump: 'counters mean nothing as text', reopen: 'counters need not survive' },
    async cut() {
      outage.down = true;
    },
  };
}
