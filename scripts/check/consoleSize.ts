import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LOOK } from '@algotheque/pages';
import { build } from 'vite';

/** 60 KiB: what a browser loads before it shows the first screen. */
const MAX_FIRST_BYTES = 61_440;
/** 250 KiB: all files of the console. */
const MAX_BYTES = 256_000;

const compressed = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

const made = await build({
  configFile: join(import.meta.dirname, '../../packages/console/vite.config.js'),
  build: { write: false },
});
if (!('output' in made)) throw new Error('Vite did not make one output');
const files = made.output.map((file) => ({
  bytes: compressed(file.type === 'chunk' ? file.code : file.source),
  isLate: file.type === 'chunk' && file.isDynamicEntry,
}));
const all = files.reduce((sum, { bytes }) => sum + bytes, compressed(LOOK));
const late = files.reduce((sum, { bytes, isLate }) => sum + (isLate ? bytes : 0), 0);
for (const [name, bytes, most] of [
  ['the first screen of the console', all - late, MAX_FIRST_BYTES],
  ['all of the console', all, MAX_BYTES],
] as const) {
  console.log(`${name}: ${bytes} of ${most} bytes`);
  if (bytes > most) process.exitCode = 1;
}
