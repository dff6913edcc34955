import { join } from 'node:path';
import { defineConfig } from 'vite';

/** Makes the static files of the console: a manifest, and files whose names change with their content. */
export default defineConfig({
  root: join(import.meta.dirname, 'app'),
  base: './',
  logLevel: 'error',
  resolve: { conditions: ['@algotheque/source', 'module', 'browser', 'import'] },
  build: {
    outDir: '../dist/app',
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: join(import.meta.dirname, 'app/main.tsx') },
  },
});
