/** Stages content and announces deletions until it is killed; prints each when it is acknowledged. */
import { writeSync } from 'node:fs';
import { openFileStore } from '../../src/index.ts';

const store = await openFileStore(process.argv[2] ?? '');
for (let round = 1; ; round += 1) {
  const ref = await store.stage(
    new TextEncoder().encode(JSON.stringify({ round, padding: 'x'.repeat(round * 100) })),
    null,
  );
  writeSync(1, `${JSON.stringify({ kind: 'staged', ref })}\n`);
  await store.announce(round, ref);
  writeSync(1, `${JSON.stringify({ kind: 'deleting', id: round })}\n`);
}
