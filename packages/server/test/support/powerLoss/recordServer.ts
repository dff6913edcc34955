import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildFaultsIn } from '../../../../../test/support/faults/faultLibrary.ts';
import { startServer } from '../serverProcess.ts';
import { History, type Operation } from './history.ts';
import { type Recorded, readRecording } from './recording.ts';

export interface RecordedServer {
  readonly dir: string;
  /** Of the data folder. */
  readonly inode: number;
  readonly recorded: readonly Recorded[];
  readonly operations: readonly Operation[];
}

/** What the users of recorded servers do. */
export interface Recording {
  /** Of the servers, beside the data folder. */
  readonly env?: Readonly<Record<string, string>>;
  /** @param round a part of the names of users @param dir the data folder */
  work(history: History, round: string, dir: string): Promise<void>;
  /** Resolves when a server may be stopped in order. */
  isQuiet(dir: string): Promise<unknown>;
}

/**
 * Records servers on one data folder, from the first start on: one that is stopped in order, one that is killed while users work, and one
 * after that.
 */
export async function recordServer(folder: string, { env = {}, work, isQuiet }: Recording): Promise<RecordedServer> {
  const [dir, file] = [join(folder, 'data'), join(folder, 'recording')];
  mkdirSync(dir, { mode: 0o700 });
  const library = buildFaultsIn(folder);
  const recording = { ALGOTHEQUE_DATA_DIR: dir, ...library.env, RECORD: file, RECORD_DIR: dir, ...NO_LIMITS, ...env };
  const operations: Operation[] = [];
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGTERM'] as const) {
    const server = await startServer(recording);
    const history = new History(server.url);
    await work(history, `round${operations.length}`, dir);
    if (signal === 'SIGTERM') await isQuiet(dir);
    await server.stop(signal);
    operations.push(...history.operations);
  }
  return { dir, inode: statSync(dir).ino, recorded: readRecording(file), operations };
}

const NO_LIMITS = { ALGOTHEQUE_LIMIT_REGISTER: '1000000/1h', ALGOTHEQUE_LIMIT_MAIL: '1000000/1h' };
