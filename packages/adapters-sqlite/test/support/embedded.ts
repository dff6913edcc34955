import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ContentFiles, ContentStore } from '@algotheque/domain';
import { FakeClock, MemoryDisk, memoryContentFiles } from '@algotheque/domain/memory';
import { onTestFinished } from 'vitest';
import { type ContentOptions, openSqliteStore, type SqliteBounds, type SqliteStore } from '../../src/index.ts';
import { onRawFile } from './rawFile.ts';
import { newAlgo } from './samples.ts';
import { scratchFolder } from './scratch.ts';

export interface Embedded {
  readonly store: SqliteStore;
  readonly content: ContentStore;
  readonly clock: FakeClock;
  readonly disk: MemoryDisk;
  readonly path: string;
  readonly problems: string[];
}

interface Where {
  readonly path?: string;
  readonly disk?: MemoryDisk;
  readonly options?: ContentOptions;
  readonly bounds?: Partial<SqliteBounds>;
  readonly files?: ContentFiles;
}

/** A database with its content in files in memory. Rounds of syncs wait until the clock advances. */
export function embedded({
  path = join(scratchFolder(), 'store.db'),
  disk = new MemoryDisk(),
  options,
  bounds = {},
  files,
}: Where = {}): Embedded {
  const clock = new FakeClock();
  const problems: string[] = [];
  const onProblem = (problem: unknown, where: string): void => void problems.push(`${where} ${String(problem)}`);
  const store = openSqliteStore(path, { onProblem, now: () => clock.now(), bounds });
  onTestFinished(() => closed(store, clock));
  const content = store.contentIn(files ?? memoryContentFiles(disk), { clock, ...options });
  return { store, content, clock, disk, path, problems };
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Saves an algorithm with this content; resolves to its reference, once it is committed. */
export async function create({ store, content }: Embedded, id: number, text: string): Promise<string> {
  const ref = await content.stage(bytesOf(text), null);
  await store.algos.insert({ ...newAlgo(id), id, ref });
  await content.publish(id, ref);
  return ref;
}

/** Replaces its content. */
export async function update({ store, content }: Embedded, id: number, text: string): Promise<string> {
  const algo = await store.algos.findById(id);
  const ref = await content.stage(bytesOf(text), algo?.ref ?? null);
  await store.algos.compareAndSet(id, algo?.version ?? 0, { ref });
  await content.publish(id, ref);
  return ref;
}

export async function remove({ store, content }: Embedded, id: number): Promise<void> {
  const algo = await store.algos.findById(id);
  await store.algos.delete(id, null);
  if (algo !== null) await content.discard(algo.ref);
}

/** Lets everything run that waits for nothing but turns of the event loop. */
export async function turns(count = 40): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Closes a store whose disk may hang: its longest wait is over at once. */
export async function closed(store: SqliteStore, clock: FakeClock): Promise<void> {
  let isClosed = false;
  const closing = store.close().finally(() => {
    isClosed = true;
  });
  while (!isClosed) {
    await turns(1);
    clock.advance(1_000);
  }
  await closing;
}

/** Lets a round of syncs run, and all that waits for it. */
export async function round(clock: FakeClock): Promise<void> {
  await turns();
  clock.advance(250);
  await turns();
}

/** The rows of what is not in durable files: the reference of each algorithm. */
export const rowsOf = (db: DatabaseSync): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    db
      .prepare('SELECT algoId, ref FROM unwritten ORDER BY algoId')
      .all()
      .map(({ algoId, ref }) => [algoId, ref]),
  );

export const rowsIn = (path: string): Readonly<Record<string, unknown>> => onRawFile(path, rowsOf);
