/** Prints `ready`, waits for its input to end, and prints the text that it reads or makes. */
import { readSync, writeSync } from 'node:fs';
import { readOrMake } from '../../src/kept/keptText.ts';

writeSync(1, 'ready\n');
readSync(0, new Uint8Array(1));
writeSync(1, `${readOrMake(process.argv[2] ?? '')}\n`);
