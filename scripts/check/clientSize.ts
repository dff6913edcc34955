import { gzipSync } from 'node:zlib';
import { bundle } from './bundle.ts';

/** 6 KiB. */
const MAX_BYTES = 6144;

/** What a page imports. */
const BUNDLES: Readonly<Record<string, string>> = {
  'all of the client': `export * from '@algotheque/client';`,
  'all of the client, and the texts of one language': `export * from '@algotheque/client'; export { fr, textOf } from '@algotheque/client/texts';`,
};

/** The bytes of a module and all that it imports, minified, and compressed by gzip. */
export async function bundledBytes(code: string): Promise<number> {
  return gzipSync(await bundle(code), { level: 9 }).length;
}

if (import.meta.main) {
  for (const [name, code] of Object.entries(BUNDLES)) {
    const bytes = await bundledBytes(code);
    console.log(`${name}: ${bytes} of ${MAX_BYTES} bytes`);
    if (bytes > MAX_BYTES) process.exitCode = 1;
  }
}
