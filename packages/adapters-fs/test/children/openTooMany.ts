/** Uses all its file descriptors and prints the error of the store. Then it frees them and prints whether the store works again. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { UnavailableError } from '@algotheque/domain';
import { openFileStore } from '../../src/index.ts';

const store = await openFileStore(process.argv[2] ?? '');
const ref = await store.stage(new Uint8Array([91, 93]), null);
const open: number[] = [];
try {
  for (;;) open.push(openSync('/dev/null', 'r'));
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EMFILE')) throw error;
}
for (const work of [() => store.stage(new Uint8Array(1), null), () => store.read(1, ref), () => store.pending(0)]) {
  const outcome = await work().catch((error: unknown) => error);
  writeSync(1, `${outcome instanceof UnavailableError ? 'unavailable' : JSON.stringify(outcome)}\n`);
}
for (const file of open) closeSync(file);
writeSync(1, `${(await store.read(1, ref))?.length} bytes\n`);
