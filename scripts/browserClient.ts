import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './check/bundle.ts';

const root = join(import.meta.dirname, '..');

/** The client with all that it imports, as one module that a page loads without an import map. */
export async function browserClient(): Promise<string> {
  const licence = readFileSync(join(root, 'node_modules/openapi-fetch/LICENSE'), 'utf8').trim();
  return `${await bundle(`export * from '@algotheque/client';`)}/*! With openapi-fetch:\n${licence}\n*/\n`;
}

/** Writes it into the build of the client. */
export const writeBrowserClient = async (): Promise<void> =>
  writeFileSync(join(root, 'packages/client/dist/browser.js'), await browserClient());

if (import.meta.main) await writeBrowserClient();
