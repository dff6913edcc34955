import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOOK } from '@algotheque/pages';
import { build } from 'vite';
import { browserClient } from '../browserClient.ts';
import { bundle } from './bundle.ts';

// Makes the files whose sizes `.size-limit.json` bounds, from the sources, in a folder of its own: another step may be writing dist.
const FOLDER = join(import.meta.dirname, '../../.reports/size');

/** What a page imports that shows texts. */
const WITH_TEXTS = `export * from '@algotheque/client'; export { fr, textOf } from '@algotheque/client/texts';`;

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const write = (name: string, text: string): void => writeFileSync(join(FOLDER, name), text);
write('browser.js', await browserClient());
write('client.js', await bundle(`export * from '@algotheque/client';`));
write('clientWithTexts.js', await bundle(WITH_TEXTS));
await build({
  configFile: join(import.meta.dirname, '../../packages/console/vite.config.js'),
  build: {
    outDir: join(FOLDER, 'console'),
    // What the first screen waits for, and what it does not.
    rolldownOptions: {
      output: { chunkFileNames: ({ isDynamicEntry }) => `${isDynamicEntry ? 'late' : 'first'}/[name].js` },
    },
  },
});
write('console/look.css', LOOK);
