import { gzipSync } from 'node:zlib';
import { browserClient } from '../browserClient.ts';
import { bundle } from './bundle.ts';

/** 6.5 KiB: the client. */
const MAX_BYTES = 6_656;
/** 8 KiB: with a text for each identifier, each of about 50 bytes. */
const MAX_BYTES_WITH_TEXTS = 8_192;

/** What a page imports that shows texts. */
const WITH_TEXTS = `export * from '@algotheque/client'; export { fr, textOf } from '@algotheque/client/texts';`;

const compressedBytes = (code: string): number => gzipSync(code, { level: 9 }).length;

/** The bytes of a module and all that it imports, minified, and compressed by gzip. */
export const bundledBytes = async (code: string): Promise<number> => compressedBytes(await bundle(code));

if (import.meta.main) {
  const sizes = [
    ['@algotheque/client/browser', compressedBytes(await browserClient()), MAX_BYTES],
    ['all of the client', await bundledBytes("export * from '@algotheque/client';"), MAX_BYTES],
    ['all of the client, and the texts of one language', await bundledBytes(WITH_TEXTS), MAX_BYTES_WITH_TEXTS],
  ] as const;
  for (const [name, bytes, most] of sizes) {
    console.log(`${name}: ${bytes} of ${most} bytes`);
    if (bytes > most) process.exitCode = 1;
  }
}
