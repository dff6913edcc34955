/** Writes a file of an algorithm, prints its content, and has nothing left to do then. */
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openContentFiles } from '../../src/index.ts';

const dir = process.argv[2] ?? '';
const files = await openContentFiles(dir);
const bytes = new TextEncoder().encode('[1]');
const outcomes = await files.apply([{ id: 1, content: { ref: files.newRef(bytes), bytes, isNew: true } }]);
writeSync(1, `${outcomes.join()} ${readFileSync(join(dir, '1.json'), 'utf8')}\n`);
