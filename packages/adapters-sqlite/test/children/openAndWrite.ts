/** Opens the store and writes on each of its connections. Prints `refused`, or how many of the two writes failed. */
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/index.ts';

writeSync(1, await outcome(process.argv[2] ?? ''));

async function outcome(path: string): Promise<string> {
  let store: ReturnType<typeof openSqliteStore>;
  try {
    store = openSqliteStore(path, { busyTimeoutMs: 20 });
  } catch {
    return 'refused';
  }
  const rule = { windowMs: 60_000, limit: 5 };
  const writes = [
    store.folders.compareAndSet(1, 0, { lastId: 0, folders: [] }),
    store.limiter.hit('key', rule, Date.now()),
  ];
  const failed = (await Promise.allSettled(writes)).filter(({ status }) => status === 'rejected').length;
  await store.close();
  return `${failed} failed`;
}
