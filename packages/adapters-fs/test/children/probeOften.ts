/** Checks the health of the store fifty times within one second of its clock. */
import { writeSync } from 'node:fs';
import { openFileStore } from '../../src/index.ts';

const store = await openFileStore(process.argv[2] ?? '', { now: () => 10_000 });
await Promise.all(Array.from({ length: 25 }, () => store.health()));
for (let probe = 0; probe < 25; probe += 1) await store.health();
writeSync(1, 'probed 50 times\n');
