import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { buildFaultsIn } from '../../../../../test/support/faults/faultLibrary.ts';
import { startServer } from '../serverProcess.ts';
import { unwrittenIn } from '../storedState/unwrittenIn.ts';
import { History, type Operation } from './history.ts';
import { type Recorded, readRecording } from './recording.ts';
import { workload } from './workload.ts';

export interface RecordedServer {
  readonly dir: string;
  /** Of the data folder. */
  readonly inode: number;
  readonly recorded: readonly Recorded[];
  readonly operations: readonly Operation[];
}

/**
 * Records servers on one data folder, from the first start on: one that is stopped in order, one that is killed while users work, and one
 * after that.
 */
export async function recordServer(folder: string): Promise<RecordedServer> {
  const [dir, file] = [join(folder, 'data'), join(folder, 'recording')];
  mkdirSync(dir, { mode: 0o700 });
  const library = buildFaultsIn(folder);
  const env = { ALGOTHEQUE_DATA_DIR: dir, ...library.env, RECORD: file, RECORD_DIR: dir, ...NO_LIMITS };
  const operations: Operation[] = [];
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGTERM'] as const) {
    const server = await startServer(env);
    const history = new History(server.url);
    await workload(history, `round${operations.length}`, join(dir, 'outbox'));
    if (signal === 'SIGTERM') await vi.waitUntil(() => unwrittenIn(dir) === 0, { timeout: 20_000 });
    await server.stop(signal);
    operations.push(...history.operations);
  }
  return { dir, inode: statSync(dir).ino, recorded: readRecording(file), operations };
}

const NO_LIMITS = { ALGOTHEQUE_LIMIT_REGISTER: '1000000/1h', ALGOTHEQUE_LIMIT_MAIL: '1000000/1h' };
