/** Writes a file of an algorithm, prints its content, and has nothing left to do then. */
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openFileStore } from '../../src/index.ts';

const dir = process.argv[2] ?? '';
const store = await openFileStore(dir);
await store.publish(1, await store.stage(new TextEncoder().encode('[1]'), null));
writeSync(1, `${readFileSync(join(dir, '1.json'), 'utf8')}\n`);
