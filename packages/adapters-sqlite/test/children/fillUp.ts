/** Saves trees of folders until the disk is full. Prints the error of the store, and how many trees the store has acknowledged. */
import { writeSync } from 'node:fs';
import { UnavailableError } from '@algotheque/domain';
import { openSqliteStore } from '../../src/index.ts';

const store = openSqliteStore(process.argv[2] ?? '');
let acknowledged = 0;
const error = await fill();
const counted = await store.portable.countRows('folder');
const unavailable = error instanceof UnavailableError && error.cause instanceof Error ? error.cause.message : null;
writeSync(1, JSON.stringify({ unavailable, acknowledged, counted }));

async function fill(): Promise<unknown> {
  try {
    for (;;) {
      await store.folders.compareAndSet(acknowledged + 1, 0, {
        lastId: 1,
        folders: [{ id: 1, nom: 'x'.repeat(5_000), parentId: null }],
      });
      acknowledged += 1;
    }
  } catch (problem) {
    return problem;
  }
}
