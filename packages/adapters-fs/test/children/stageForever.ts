/** Stages content until it is killed; prints each reference when it is acknowledged. */
import { writeSync } from 'node:fs';
import { openFileStore } from '../../src/index.ts';

const store = await openFileStore(process.argv[2] ?? '');
for (let round = 1; ; round += 1) {
  const content = JSON.stringify({ round, padding: 'x'.repeat(round * 100) });
  writeSync(1, `${await store.stage(new TextEncoder().encode(content), null)}\n`);
}
