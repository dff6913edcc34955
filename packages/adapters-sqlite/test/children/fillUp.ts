/** Saves folders until the disk is full. Prints the error of the store, and which folders the store has acknowledged. */
import { writeSync } from 'node:fs';
import { UnavailableError } from '@algotheque/domain';
import { openSqliteStore } from '../../src/index.ts';

const store = openSqliteStore(process.argv[2] ?? '');
let acknowledged = 0;
const error = await fill();
const listed = await store.folders.listByOwner(1);
const unavailable = error instanceof UnavailableError && error.cause instanceof Error ? error.cause.message : null;
writeSync(1, JSON.stringify({ unavailable, acknowledged, listed: listed.length }));

async function fill(): Promise<unknown> {
  try {
    for (;;) {
      await store.folders.insert({ nom: 'x'.repeat(5_000), ownerId: 1, parentId: null });
      acknowledged += 1;
    }
  } catch (problem) {
    return problem;
  }
}
