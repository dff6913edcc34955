import { gzipSync } from 'node:zlib';
import { browserClient } from '../browserClient.ts';
import { bundle } from './bundle.ts';

/** 6 KiB. */
const MAX_BYTES = 6144;

/** What a page imports, beside the file for pages without a bundler. */
const BUNDLES: Readonly<Record<string, string>> = {
  'all of the client, and the texts of one language': `export * from '@algotheque/client'; export { fr, textOf } from '@algotheque/client/texts';`,
};

const compressedBytes = (code: string): number => gzipSync(code, { level: 9 }).length;

/** The bytes of a module and all that it imports, minified, and compressed by gzip. */
export const bundledBytes = async (code: string): Promise<number> => compressedBytes(await bundle(code));

if (import.meta.main) {
  const sizes = { '@algotheque/client/browser': compressedBytes(await browserClient()) };
  for (const [name, code] of Object.entries(BUNDLES)) Object.assign(sizes, { [name]: await bundledBytes(code) });
  for (const [name, bytes] of Object.entries(sizes)) {
    console.log(`${name}: ${bytes} of ${MAX_BYTES} bytes`);
    if (bytes > MAX_BYTES) process.exitCode = 1;
  }
}
