import { join } from 'node:path';
import { openSqliteStore, type SqliteStore } from '@algotheque/adapters-sqlite';
import { type ContentStore, createService, type Service } from '@algotheque/domain';
import { FakeClock, type MemoryPorts, memoryPorts } from '@algotheque/domain/memory';
import { contentFolder } from '../../src/stores/contentFolder.ts';
import { storesOf } from './adapterSets/adapterSet.ts';
import { EACH_SAVE } from './eachSave.ts';

export interface StoresOn {
  readonly service: Service;
  readonly clock: FakeClock;
  readonly records: SqliteStore;
  readonly contentStore: ContentStore;
  readonly ports: MemoryPorts;
  /** What the service reports, in order. */
  readonly problems: string[];
}

/**
 * A service with records in SQLite and content in files, as with the embedded defaults. Its other ports are in memory, with a clock for
 * tests.
 */
export async function storesOn(dir: string): Promise<StoresOn> {
  const clock = new FakeClock();
  const onProblem = (): void => {};
  const records = openSqliteStore(join(dir, 'algotheque.db'), { onProblem });
  const folder = await contentFolder(join(dir, 'algos'), { onProblem });
  if (folder === null) throw new Error('There is a folder');
  const contentStore = await folder.open();
  const { rounds } = records;
  const ports = { ...memoryPorts({ clock }), ...storesOf(records), rounds, contentStore };
  const problems: string[] = [];
  const service = createService(ports, { policy: EACH_SAVE, onProblem: (_problem, where) => problems.push(where) });
  return { service, clock, records, contentStore, ports, problems };
}

export const MEMBER = { email: 'ada@example.org', password: 'correct horse' };
