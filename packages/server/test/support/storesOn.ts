import { join } from 'node:path';
import { openSqliteStore, type SqliteStore } from '@algotheque/adapters-sqlite';
import { type ContentStore, createService, type Service } from '@algotheque/domain';
import { FakeClock, memoryPorts } from '@algotheque/domain/memory';
import { openEmbeddedContent } from '../../src/stores/embeddedContent.ts';

export interface StoresOn {
  readonly service: Service;
  readonly clock: FakeClock;
  readonly records: SqliteStore;
  readonly contentStore: ContentStore;
}

/** A service with records in SQLite and content in files, as with the embedded defaults. Its other ports are in memory, with a clock for tests. */
export async function storesOn(dir: string): Promise<StoresOn> {
  const clock = new FakeClock();
  const onProblem = (): void => {};
  const records = openSqliteStore(join(dir, 'algotheque.db'), { onProblem });
  const contentStore = await openEmbeddedContent(records, join(dir, 'algos'), { onProblem });
  const { users, algos, folders, sessionStore, limiter, deletions } = records;
  const ports = { ...memoryPorts({ clock }), users, algos, folders, sessionStore, limiter, deletions, contentStore };
  return { service: createService(ports, { onProblem: () => {} }), clock, records, contentStore };
}

export const MEMBER = { email: 'ada@example.org', password: 'correct horse' };
